import fc from "fast-check";
import { expect, test } from "vitest";
import { aLayerFile, aProject, assembleIn } from "../../assemble/testing.ts";
import { type Assembled, diffAssemblies } from "./diff-assemblies.ts";

/** An assembly of the given layers, in this order; a version may stand before the text, as in `1.2.0|text`. */
function assembled(layers: Record<string, string>, tiers: Record<string, string> = {}): Assembled {
  const ids = Object.keys(layers);
  const files = Object.fromEntries(
    ids.map((id) => {
      const [, version, text] = /^(?:([\d.]+)\|)?([^]*)$/.exec(layers[id]!)!;
      return [`prompts/demo/${id}.md`, aLayerFile(text!, version)];
    }),
  );
  const project = aProject({
    stack: { layers: ids.map((id) => ({ id, tier: tiers[id] ?? "core", source: { file: `${id}.md` } })) },
    files,
  });
  return { stack: project.stacks.get("demo")!.get("default")!, assembly: assembleIn(project) };
}

test("equal assemblies have no changes and one prefix", () => {
  const one = assembled({ a: "A", b: "B" });
  // "A", the separator of two bytes, "B"
  expect(diffAssemblies(one, one)).toEqual({
    changes: [],
    same: ["a", "b"],
    prefix: { bytes: 4, before: 4, after: 4, layer: null },
  });
});

test("a layer that went, one that came, one that changed and one that stayed are told apart", () => {
  const before = assembled({ a: "A", b: "1.0.0|one\ntwo\n", c: "C" });
  const after = assembled({ a: "A", b: "1.1.0|one\nthree\n", d: "D" });
  const { changes, same, prefix } = diffAssemblies(before, after);
  expect(changes.map(({ layer, kind, file }) => [layer, kind, file])).toEqual([
    ["b", "changed", { before: "prompts/demo/b.md", after: "prompts/demo/b.md" }],
    ["d", "added", { before: null, after: "prompts/demo/d.md" }],
    ["c", "removed", { before: "prompts/demo/c.md", after: null }],
  ]);
  expect(changes[0]).toMatchObject({
    version: { before: "1.0.0", after: "1.1.0" },
    bytes: { before: 8, after: 10 },
    hunks: [
      {
        line: { before: 2, after: 2 },
        parts: [
          { kind: "removed", text: "two" },
          { kind: "added", text: "three" },
          { kind: "same", text: "\n" },
        ],
      },
    ],
  });
  expect(same).toEqual(["a"]);
  // "A", the separator, "one" with its line end and the t that two and three share.
  expect(prefix).toMatchObject({ bytes: 1 + 2 + 4 + 1, layer: "b" });
});

test("a version without a change of text is seen", () => {
  const { changes, prefix } = diffAssemblies(assembled({ a: "1.0.0|A" }), assembled({ a: "1.0.1|A" }));
  expect(changes).toMatchObject([
    { kind: "version", version: { before: "1.0.0", after: "1.0.1" }, hunks: [] },
  ]);
  expect(prefix.layer).toBeNull();
});

test("a layer with another id is the same when it is said to be", () => {
  const [before, after] = [assembled({ a: "A", b: "B" }), assembled({ a: "A", z: "B" })];
  expect(diffAssemblies(before, after).changes.map(({ kind }) => kind)).toEqual(["added", "removed"]);
  expect(diffAssemblies(before, after, new Map([["z", "b"]])).changes).toMatchObject([
    { layer: "z", was: "b", kind: "renamed", hunks: [] },
  ]);
});

test("what follows the last cached layer breaks no prefix; what is cut off its end does", () => {
  const tiers = { b: "session", c: "turn" };
  const before = assembled({ a: "A", b: "B", c: "C" }, tiers);
  const later = diffAssemblies(before, assembled({ a: "A", b: "B", c: "other" }, tiers));
  expect(later.changes.map(({ layer }) => layer)).toEqual(["c"]);
  expect(later.prefix).toEqual({ bytes: 4, before: 4, after: 4, layer: null });
  const shorter = diffAssemblies(before, assembled({ a: "A", c: "C" }, tiers));
  expect(shorter.prefix).toEqual({ bytes: 1, before: 4, after: 1, layer: "b" });
});

test("bytes are counted, not characters", () => {
  const { prefix } = diffAssemblies(assembled({ a: "é", b: "ü" }), assembled({ a: "é", b: "ö" }));
  // é has two bytes, the separator two, and ü and ö share their first of two.
  expect(prefix).toEqual({ bytes: 5, before: 6, after: 6, layer: "b" });
});

test("a layer taken from the front to the end is the one that moved", () => {
  const before = assembled({ a: "A", b: "B", c: "C" });
  const after = assembled({ b: "B", c: "C", a: "A" });
  const { changes, same } = diffAssemblies(before, after);
  expect(changes).toMatchObject([{ layer: "a", kind: "moved", position: { before: 1, after: 3 } }]);
  expect(same).toEqual(["b", "c"]);
});

test("without the layers that moved, the others stand in one order on both sides", () => {
  const ids = ["a", "b", "c", "d", "e"];
  fc.assert(
    fc.property(fc.shuffledSubarray(ids, { minLength: 5 }), (order) => {
      const text = (names: string[]) => assembled(Object.fromEntries(names.map((id) => [id, id])));
      const { changes, same } = diffAssemblies(text(ids), text(order));
      const moved = changes.filter(({ kind }) => kind === "moved").map(({ layer }) => layer);
      expect(order.filter((id) => !moved.includes(id))).toEqual(ids.filter((id) => !moved.includes(id)));
      expect([...same, ...moved].toSorted()).toEqual(ids);
    }),
    { numRuns: 40 },
  );
});
