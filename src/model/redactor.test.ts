import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor, redacted, secretsOf } from "./redactor.ts";

test("a secret goes by its value in every form, the longer one first", () => {
  const redact = createRedactor(["pass/word 1", "pass/word 1 and more"], []);
  expect(redact("a pass/word 1 and more b")).toBe(`a ${redacted} b`);
  expect(redact("?q=pass%2Fword%201")).toBe(`?q=${redacted}`);
  expect(redact(Buffer.from("pass/word 1").toString("base64"))).toBe(redacted);
  const quoted = createRedactor(['with"quote'], []);
  expect(quoted(JSON.stringify({ key: 'with"quote' }))).toBe(`{"key":"${redacted}"}`);
});

test("a secret that becomes known later goes too, and a blank or very short one never", () => {
  const redact = createRedactor(["", "ab"], []);
  redact.add("learned-later");
  expect(redact("ab learned-later")).toBe(`ab ${redacted}`);
});

test.each([
  ["sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAA-BBBB", "key"],
  ["sk-proj-AAAAAAAAAAAAAAAAAAAAAAAA", "key"],
  ["AKIAIOSFODNN7EXAMPLE", "id"],
  ["ghp_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "token"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "token"],
])("%s goes by its look", (secret, word) => {
  expect(createRedactor()(`the ${word} ${secret}, it said`)).toBe(`the ${word} ${redacted}, it said`);
});

test("credentials in headers and addresses go, what is around them stays", () => {
  const redact = createRedactor();
  expect(redact("Authorization: Bearer abcdefgh.ijkl")).toBe(`Authorization: Bearer ${redacted}`);
  expect(redact('"x-api-key": "abcdefgh12"')).toBe(`"x-api-key": "${redacted}"`);
  expect(redact("https://me:hunter22@host/x")).toBe(`https://${redacted}@host/x`);
});

test("without patterns a text that only looks like a secret stays", () => {
  expect(createRedactor(["the-real-one"], [])("AKIAIOSFODNN7EXAMPLE the-real-one")).toBe(
    `AKIAIOSFODNN7EXAMPLE ${redacted}`,
  );
});

test("no value of six characters or more is left in any text", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(secret.trim().length >= 6 && !redacted.includes(secret));
      // What stays may make the secret anew with the mark itself; that is no leak of it.
      const text = createRedactor([secret], [])(before + secret + after);
      expect(text.split(redacted).some((part) => part.includes(secret))).toBe(false);
    }),
    { numRuns: 100 },
  );
});

test("a megabyte is read quickly", () => {
  const text = `${"sk-".repeat(300_000)} ${"https://".repeat(20_000)} ${"eyJ".repeat(50_000)}`;
  const start = performance.now();
  createRedactor([text.slice(0, 10)])(text);
  expect(performance.now() - start).toBeLessThan(2000);
});

test("the environment's secrets are those named, and those whose name says so", () => {
  const env = {
    OPENAI_API_KEY: "one",
    MY_TOKEN: "two",
    PATH: "/bin",
    LLM: "three",
    EMPTY_TOKEN: "",
    MAX_TOKENS: "9",
  };
  expect(secretsOf(env, ["LLM"])).toEqual(["one", "two", "three"]);
});
