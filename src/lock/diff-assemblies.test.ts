import fc from "fast-check";
import { expect, test } from "vitest";
import { type Assembly } from "../assemble/index.ts";
import { aLayerFile, aProject, assembleIn } from "../assemble/testing.ts";
import { diffAssemblies } from "./diff-assemblies.ts";

/** An assembly of the given layers, in this order. */
function assembled(layers: Record<string, string>): Assembly {
  const ids = Object.keys(layers);
  const files = Object.fromEntries(ids.map((id) => [`prompts/demo/${id}.md`, aLayerFile(layers[id]!)]));
  return assembleIn(
    aProject({
      stack: { layers: ids.map((id) => ({ id, tier: "core", source: { file: `${id}.md` } })) },
      files,
    }),
  );
}

test("equal assemblies have no changes and one prefix", () => {
  const one = assembled({ a: "A", b: "B" });
  const bytes = Buffer.byteLength(one.text);
  expect(diffAssemblies(one, one)).toEqual({
    changes: [],
    same: ["a", "b"],
    prefix: { bytes, before: bytes, after: bytes, layer: null },
  });
});

test("a layer that went, one that came, one that changed and one that stayed are told apart", () => {
  const before = assembled({ a: "A", b: "one\ntwo\n", c: "C" });
  const after = assembled({ a: "A", b: "one\nthree\n", d: "D" });
  const { changes, same, prefix } = diffAssemblies(before, after);
  expect(changes.map(({ layer, kind }) => [layer, kind])).toEqual([
    ["b", "changed"],
    ["d", "added"],
    ["c", "removed"],
  ]);
  expect(changes[0]!.lines).toEqual({ removed: ["two"], added: ["three"] });
  expect(same).toEqual(["a"]);
  // "A", the separator, "one" with its line end and the t that two and three share.
  expect(prefix).toMatchObject({ bytes: 1 + 2 + 4 + 1, layer: "b" });
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
