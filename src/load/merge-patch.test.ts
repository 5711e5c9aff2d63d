import fc from "fast-check";
import { expect, test } from "vitest";
import { mergePatch } from "./merge-patch.ts";

// The examples of RFC 7396, appendix A: original, patch, result.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("RFC 7396: %j patched with %j is %j", (original, patch, result) => {
  expect(mergePatch(original, patch)).toEqual(result);
});

const key = fc.constantFrom("a", "b", "c", "toString", "constructor");
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, 1, "x", true),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(key, tie("value")),
  ),
}));

test("patching does not change what it is given", () => {
  fc.assert(
    fc.property(json, json, (target, patch) => {
      const before = JSON.stringify([target, patch]);
      mergePatch(target, patch);
      expect(JSON.stringify([target, patch])).toBe(before);
    }),
  );
});

test("patching twice is patching once", () => {
  fc.assert(
    fc.property(json, json, (target, patch) => {
      const once = mergePatch(target, patch);
      expect(mergePatch(once, patch)).toEqual(once);
    }),
  );
});

test("an object patched with an empty one stays as it is", () => {
  fc.assert(
    fc.property(fc.dictionary(key, json), (target) => void expect(mergePatch(target, {})).toEqual(target)),
  );
});

test("a key named __proto__ is a key", () => {
  const patch: unknown = JSON.parse('{"__proto__": {"a": 1}}');
  expect(JSON.stringify(mergePatch({}, patch))).toBe('{"__proto__":{"a":1}}');
});
