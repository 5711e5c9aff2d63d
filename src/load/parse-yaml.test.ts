import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { openParseCache } from "../util/index.ts";
import { parseYaml } from "./yaml.ts";

const text = "strata: 1\nlayers:\n  - id: a\n  - id: b\n    tier: core\n";

test("a text from the cache has the value and the lines of one that is parsed", async () => {
  await using folder = await createFixture();
  const cache = openParseCache(folder.getPath("parsed"), () => "v1");
  const ask = () => {
    const { yaml, findings } = parseYaml("x.yaml", text, 3, cache);
    const paths = [["layers"], ["layers", 1, "tier"], ["nothing"]];
    return [yaml.value, findings, paths.map((path) => [yaml.lineAt(path), yaml.has(path)])];
  };
  const fresh = ask();
  expect(cache.get("yaml", text)).toBeDefined();
  expect(ask()).toEqual(fresh);
  // The third line of the file is the text's first.
  expect(fresh[2]).toEqual([
    [4, true],
    [7, true],
    [3, false],
  ]);
});

test("a text with a problem is never kept, and says it again", async () => {
  await using folder = await createFixture();
  const cache = openParseCache(folder.getPath("parsed"), () => "v1");
  for (const broken of ["a: 1\na: 2\n", "a: *nowhere\n", "a: [1\n"]) {
    const first = parseYaml("x.yaml", broken, 1, cache);
    expect(first.findings, broken).toHaveLength(1);
    expect(parseYaml("x.yaml", broken, 1, cache)).toMatchObject({ findings: first.findings });
    expect(cache.get("yaml", broken)).toBeUndefined();
  }
});

test("a text whose lines the cache has let go of still has them", async () => {
  await using folder = await createFixture();
  const cache = openParseCache(folder.getPath("parsed"), () => "v1");
  cache.put("yaml", text, parseYaml("x.yaml", text).yaml.value);
  expect(cache.get("yaml lines", text)).toBeUndefined();
  const { yaml } = parseYaml("x.yaml", text, 1, cache);
  expect([yaml.lineAt(["layers", 1, "tier"]), yaml.has(["layers", 2])]).toEqual([5, false]);
  // Or every run after would parse it again.
  expect(cache.get("yaml lines", text)).toBeDefined();
});
