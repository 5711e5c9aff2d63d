import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { jsonSchemaText, schemaOf } from "../schema/index.ts";
import { aRepository, edited, refusal, strata } from "./testing.ts";
import { assembleJson } from "./testing-assembly.ts";

const one = ["--profile", "main", "--model", "reader:bm25"];
const hex = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const folder = "mini@default/main/reader%3Abm25";

test("one combination is a static prefix, templates, an example, and a manifest that names them", async () => {
  await using other = await aRepository();
  const { code, stdout, stderr } = await strata(other.path, ["export", "--out", "out", ...one]);
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toContain("1 prompt in 6 files");
  expect(readdirSync(other.getPath("out")).toSorted()).toEqual([
    ...["SHA256SUMS", "manifest.json", "manifest.schema.json", "mini@default"],
  ]);
  expect(readdirSync(other.getPath("out", folder)).toSorted()).toEqual([
    ...["example.json", "system.environment.template.txt", "system.static.txt"],
  ]);
  expect(readFileSync(other.getPath("out", folder, "system.static.txt"), "utf8")).toBe(
    "You keep the till. Naïve guesses cost money: count, never estimate.",
  );
  expect(readFileSync(other.getPath("out", folder, "system.environment.template.txt"), "utf8")).toBe(
    // The list of tools is the profile's own; what Git says is the session's.
    "- OS: {{os}}\n- Git: {{git}}\n- Tools: read, write\n",
  );
  const [assembly] = await assembleJson(other.path, ...one);
  const manifest = schemaOf("manifest").parse(
    JSON.parse(readFileSync(other.getPath("out/manifest.json"), "utf8")),
  );
  const [entry] = manifest.combinations;
  expect(entry).toMatchObject({
    recipeHash: assembly!.recipeHash,
    toolsHash: assembly!.toolsHash,
    tools: ["read", "write"],
  });
  const example = JSON.parse(readFileSync(other.getPath("out", entry!.example), "utf8"));
  expect(example.hashes).toEqual({ system: assembly!.hash });
  for (const [file, hash] of Object.entries(manifest.files)) {
    expect(`sha256:${hex(readFileSync(other.getPath("out", file)))}`).toBe(hash);
  }
  expect(readFileSync(other.getPath("out/manifest.schema.json"), "utf8")).toBe(jsonSchemaText("manifest"));
});

test("the sums cover every other file, in the order of their names", async () => {
  await using other = await aRepository();
  await strata(other.path, ["export", "--out", "out"]);
  const all = readdirSync(other.getPath("out"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(other.getPath("out").length + 1));
  const lines = readFileSync(other.getPath("out/SHA256SUMS"), "utf8").split("\n").slice(0, -1);
  const others = all.filter((file) => file !== "SHA256SUMS").toSorted();
  expect(lines).toEqual(others.map((file) => `${hex(readFileSync(other.getPath("out", file)))}  ${file}`));
});

test("an edit changes the files of the prompts it is in, and their recipe", async () => {
  await using other = await aRepository();
  await strata(other.path, ["export", "--out", "out"]);
  const before = JSON.parse(readFileSync(other.getPath("out/manifest.json"), "utf8"));
  await other.writeFile("prompts/mini/profiles/review.md", "---\nversion: 2.0.1\n---\nYou judge.\n");
  await strata(other.path, ["export", "--out", "out"]);
  const after = JSON.parse(readFileSync(other.getPath("out/manifest.json"), "utf8"));
  const moved = Object.keys(before.files).filter((file) => before.files[file] !== after.files[file]);
  expect(moved).not.toEqual([]);
  expect(moved.filter((file) => !file.startsWith("mini@default/review/"))).toEqual([]);
  const recipes = (
    { combinations }: { combinations: { profile: string; recipeHash: string }[] },
    profile: string,
  ) => combinations.filter((entry) => entry.profile === profile).map(({ recipeHash }) => recipeHash);
  expect(recipes(after, "main")).toEqual(recipes(before, "main"));
  expect(recipes(after, "review")).not.toEqual(recipes(before, "review"));
});

test("the same export again writes nothing and says so; --json says it in one document", async () => {
  await using other = await aRepository();
  const first = await strata(other.path, ["export", "--out", "out", "--json"]);
  expect(JSON.parse(first.stdout)).toEqual({
    ...{ schema: 1, out: other.getPath("out"), written: true, combinations: 6, files: expect.any(Number) },
  });
  const again = await strata(other.path, ["export", "--out", "out", "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ written: false });
  expect(again.stderr).toContain("already");
});

test("a narrower export takes the place of a wider one", async () => {
  await using other = await aRepository();
  await strata(other.path, ["export", "--out", "out"]);
  await strata(other.path, ["export", "--out", "out", ...one]);
  expect(existsSync(other.getPath("out/mini@default/review"))).toBe(false);
});

test.each<[string, string[], string]>([
  ["a file in place of the folder", ["--out", "evals/default.yaml"], "out-not-folder"],
  ["a folder with other files", ["--out", "evals"], "not-an-export"],
  ["an unknown stack", ["--out", "out", "--stack", "minni"], "unknown-stack"],
  ["an unknown variant", ["--out", "out", "--variant", "breif"], "unknown-variant"],
  ["an unknown profile", ["--out", "out", "--profile", "man"], "unknown-profile"],
])("%s is refused", async (_, argv, code) => {
  await using other = await aRepository();
  const before = readFileSync(other.getPath("evals/default.yaml"), "utf8");
  const refused = await refusal(other.path, ["export", ...argv]);
  expect(refused.code).toBe(code);
  expect(readFileSync(other.getPath("evals/default.yaml"), "utf8")).toBe(before);
  expect(existsSync(other.getPath("out"))).toBe(false);
});

test("a prompt that does not assemble is not exported, and the earlier export stays", async () => {
  const stack = "prompts/mini/stack.yaml";
  await using other = await aRepository();
  await strata(other.path, ["export", "--out", "out"]);
  const before = readFileSync(other.getPath("out/SHA256SUMS"), "utf8");
  await other.writeFile(
    stack,
    edited(stack, "max: 4096\n          cut: reject", "max: 4\n          cut: reject"),
  );
  expect(await strata(other.path, ["export", "--out", "out"])).toMatchObject({ code: 2, stdout: "" });
  expect(readFileSync(other.getPath("out/SHA256SUMS"), "utf8")).toBe(before);
});

test("--out is asked for", async () => {
  await using other = await aRepository();
  const { complaints } = await refusal(other.path, ["export"]);
  expect(complaints[0]!.message).toContain("--out");
});
