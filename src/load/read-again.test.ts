import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { openParseCache, type ParseCache } from "../util/index.ts";
import { diskTree } from "./disk-tree.ts";
import { loadProject } from "./load-project.ts";
import { memoryTree } from "./memory-tree.ts";
import { readYaml } from "./read-file.ts";
import { parseYaml, type Path } from "./yaml.ts";

const repository = new URL("../..", import.meta.url).pathname;

/** What a project is, with the line of every place that a stack can be asked for. */
function describeProject(parsed?: ParseCache) {
  const { project, findings } = loadProject(diskTree(repository, parsed), repository);
  const stacks = [...project.stacks.values()].flatMap((variants) => [...variants.values()]);
  const lines = stacks.map(({ layers, lineAt }) => layers.map((_, i) => lineAt(["layers", i, "source"])));
  const world = (name: string, value: unknown) => (name === "world" ? undefined : value);
  const plain = (value: unknown) =>
    value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : value;
  return { lines, findings, json: JSON.stringify(project, (name, value) => world(name, plain(value))) };
}

test("this repository is the same whether its files are parsed and checked or known", async () => {
  await using folder = await createFixture();
  const file = folder.getPath("parsed");
  const fresh = describeProject();
  const first = openParseCache(file, () => "v1");
  expect(describeProject(first)).toEqual(fresh);
  first.save();
  let asked = 0;
  let known = 0;
  const second = openParseCache(file, () => "v1");
  const counting: ParseCache = {
    ...second,
    get(kind, text) {
      const found = second.get(kind, text);
      asked++;
      if (found !== undefined) known++;
      return found;
    },
  };
  expect(describeProject(counting)).toEqual(fresh);
  // Nothing is parsed or checked a second time.
  expect([known, asked > 300]).toEqual([asked, true]);
});

test.each([
  ["a value that is refused", "strata: 1\nmodels: [{ id: 7 }]\n"],
  ["a number that JSON has no word for", "strata: 1\nmodels: [{ id: .nan }]\n"],
])("%s is refused again, with its line", async (_, text) => {
  await using folder = await createFixture();
  const cache = openParseCache(folder.getPath("parsed"), () => "v1");
  const read = () => {
    const tree = { ...memoryTree({ "models.yaml": text }), parsed: cache };
    const { data, findings } = readYaml(tree, "models.yaml", "models");
    return { data, findings };
  };
  const first = read();
  expect(first.data).toBeUndefined();
  expect(first.findings[0]).toMatchObject({ file: "models.yaml", line: 2 });
  expect(read()).toEqual(first);
});

test("property: the line of any key and item is where it is written, parsed or known", async () => {
  await using folder = await createFixture();
  let made = 0;
  const names = fc.constantFrom("a", "b", "__proto__", "length", "0", "constructor");
  const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.constant("leaf"),
    tree: fc.oneof(
      { maxDepth: 3 },
      tie("leaf"),
      fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(fc.tuple(names, tie("tree")), { selector: ([name]) => name, minLength: 1 }).map((all) =>
        // Object.fromEntries makes own keys of names that every object has.
        Object.fromEntries(all as [string, unknown][]),
      ),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      // Every leaf is unlike all others, so that its line can be found in the text.
      const leaves: { path: Path; leaf: string }[] = [];
      const numbered = (one: unknown, path: Path): unknown => {
        if (Array.isArray(one)) return one.map((item, i) => numbered(item, [...path, i]));
        if (typeof one === "object")
          return Object.fromEntries(
            Object.entries(one!).map(([key, item]) => [key, numbered(item, [...path, key])]),
          );
        leaves.push({ path, leaf: `leaf-${leaves.length}-` });
        return leaves.at(-1)!.leaf;
      };
      const text = stringify(numbered(value, []));
      const cache = openParseCache(folder.getPath(`cache-${made++}`), () => "v1");
      for (const round of ["parsed", "known"]) {
        const { yaml, findings } = parseYaml("x.yaml", text, 1, cache);
        expect(findings).toEqual([]);
        for (const { path, leaf } of leaves) {
          const line = text.split("\n").findIndex((one) => one.includes(leaf)) + 1;
          expect([round, path, yaml.lineAt(path), yaml.has(path)]).toEqual([round, path, line, true]);
          expect([yaml.lineAt([...path, "more"]), yaml.has([...path, "more"])]).toEqual([line, false]);
        }
      }
    }),
  );
});
