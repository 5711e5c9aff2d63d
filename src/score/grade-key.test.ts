import fc from "fast-check";
import { expect, test } from "vitest";
import { gradeKey } from "./grade-key.ts";

const assertion = fc.record(
  { type: fc.string(), value: fc.jsonValue(), threshold: fc.integer(), layer: fc.string() },
  { requiredKeys: ["type", "value"] },
);

test("the key has a fixed value, so that stored grades stay found", () => {
  // printf '%s' '{"assertions":[{"type":"contains","value":"tea"}],"grader":null,"v":1}' | sha256sum
  expect(gradeKey([{ type: "contains", value: "tea" }], null)).toBe(
    "sha256:5fdfc0a17c5fe7a4615f012e25c4ac4bed7a4a89962edeb409226e27d18d662a",
  );
});

test("the order of an assertion's keys does not matter", () => {
  fc.assert(
    fc.property(fc.array(assertion), (assertions) => {
      const turned = assertions.map((one) => Object.fromEntries(Object.entries(one).toReversed()));
      expect(gradeKey(turned as typeof assertions, "a:b")).toBe(gradeKey(assertions, "a:b"));
    }),
  );
});

test("the order of the assertions, their values and the grader matter", () => {
  const [a, b] = [
    { type: "contains", value: "a" },
    { type: "contains", value: "b" },
  ];
  const keys = [gradeKey([a, b], null), gradeKey([b, a], null), gradeKey([a], null), gradeKey([a, b], "x:y")];
  expect(new Set(keys).size).toBe(4);
});
