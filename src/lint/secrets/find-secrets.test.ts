import { expect, test } from "vitest";
import { entropyOf } from "./find-assignments.ts";
import { findSecrets } from "./find-secrets.ts";

// Put together here, so that no scanner of this repository takes them for real ones.
const join = (...parts: string[]) => parts.join("");

test.each([
  ["a GitHub token", join("ghp", "_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx")],
  ["a Slack token", join("xox", "b-23984754863-2348975623103-xA9cD3eF5gH7jK1mN3pQ5rS7")],
  ["a connection string", join("postgres://", "app:Zx93kd83Qw@db.shop.internal/orders")],
  ["an AWS key id", join("AKIA", "2E0A8F3B244C9986")],
  [
    "a private key",
    join(
      "-----BEGIN RSA PRIVATE",
      " KEY-----\n",
      "MIIEowIBAAKCAQEAx1y2z3".repeat(8),
      "\n-----END RSA PRIVATE KEY-----",
    ),
  ],
  ["an assignment", 'api_key="q7Zr2Lx9Wv4Kp8Nt6Bd3"'],
  ["an assignment in YAML", "client_secret: q7Zr2Lx9Wv4Kp8Nt6Bd3"],
])("%s is found on its line, and its text is not told", async (_, secret) => {
  const found = await findSecrets(`# Notes\n\n${secret}\n`);
  expect(found.map(({ line }) => line)).toContain(3);
  expect(JSON.stringify(found)).not.toContain(secret.slice(10, 30));
});

test.each([
  ["AWS's documented key", "AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
  ["a placeholder", 'api_key="<your-api-key-goes-here-1>"'],
  ["a variable", "password=${DATABASE_PASSWORD_OF_2024}"],
  ["a variable name", "Set `OPENAI_API_KEY` before the run."],
  ["words", "token: the-token-of-the-session-goes-here"],
  ["a path", "secret_key = config/keys/production/key2.pem"],
  ["a documented address", "postgres://user:password@example.com/db"],
])("%s is no secret", async (_, text) => {
  expect(await findSecrets(text)).toEqual([]);
});

test("a comment in the text does not switch the scan off", async () => {
  const token = join("ghp", "_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx");
  expect(await findSecrets(`<!-- secretlint-disable -->\n${token}\n`)).not.toEqual([]);
});

test("entropy in bits per character", () => {
  expect(entropyOf("aaaa")).toBe(0);
  expect(entropyOf("abab")).toBe(1);
  expect(entropyOf("abcd")).toBe(2);
});
