import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aRepository, edited, refusal, strata } from "./testing.ts";
import { assemblySchema, sha256 } from "./testing-assembly.ts";

const stack = "prompts/mini/stack.yaml";
const one = ["--profile", "main", "--model", "reader:bm25"];

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

test("--out writes texts whose SHA-256 is their hash, and a second run touches no file", async () => {
  await using other = await aRepository({
    [stack]: edited(
      stack,
      "\nprofiles:",
      "\n  - { id: end, tier: session, channel: prefill, source: { file: core.md } }\n\nprofiles:",
    ),
  });
  const first = await strata(other.path, ["assemble", "--out", "out"]);
  expect([first.code, first.stdout]).toEqual([0, ""]);
  const files = filesBelow(other.getPath("out"));
  const documents = files.filter((file) => file.endsWith(".json"));
  expect(documents).toHaveLength(6);
  expect(files).toHaveLength(18);
  for (const file of documents) {
    const assembly = assemblySchema.parse(JSON.parse(readFileSync(file, "utf8")));
    const base = file.slice(0, -".json".length);
    expect(sha256(readFileSync(`${base}.txt`))).toBe(assembly.hash);
    expect(sha256(readFileSync(`${base}.prefill.txt`))).toBe(assembly.channels.prefill!.hash);
  }
  const long = new Date("2020-01-01T00:00:00Z");
  for (const file of files) utimesSync(file, long, long);
  await strata(other.path, ["assemble", "--out", "out"]);
  expect(filesBelow(other.getPath("out"))).toEqual(files);
  expect(files.filter((file) => statSync(file).mtimeMs !== long.getTime())).toEqual([]);
  // What did change is written, and only that.
  await other.writeFile("prompts/mini/profiles/review.md", "---\nversion: 2.0.1\n---\nYou judge.\n");
  await strata(other.path, ["assemble", "--out", "out"]);
  const written = files.filter((file) => statSync(file).mtimeMs !== long.getTime());
  expect(written.filter((file) => !file.includes("review"))).toEqual([]);
  expect(written).toHaveLength(6);
});

test("--out that is a file is refused", async () => {
  await using other = await aRepository();
  const { complaints } = await refusal(other.path, ["assemble", "--out", "evals/default.yaml"]);
  expect(complaints[0]!.message).toContain("--out");
});

test("--out with --json prints one JSON document", async () => {
  await using other = await aRepository();
  const { code, stdout } = await strata(other.path, ["assemble", "--out", "out", "--json", ...one]);
  expect(code).toBe(0);
  expect(() => JSON.parse(stdout)).not.toThrow();
});

test("--out keeps assemblies apart whose model ids differ in a sign", async () => {
  const models = ["gpt/x", "gpt_x"].map((id) => `  - { id: "compatible:${id}", pinned: true, window: null }`);
  await using other = await aRepository({
    "prompts/models.yaml": `strata: 1\nmodels:\n${models.join("\n")}\n`,
    "evals/default.yaml": null,
    "corpus/cases/mini/cases.yaml": null,
  });
  expect((await strata(other.path, ["assemble", "--out", "out"])).code).toBe(0);
  expect(filesBelow(other.getPath("out")).filter((file) => file.endsWith(".json"))).toHaveLength(4);
});
