import fc from "fast-check";
import { expect, test } from "vitest";
import { renderJsonFence } from "./json-fence.ts";

test("keys are in order at every depth, whatever order they are given in", () => {
  const text = '```json\n{\n  "a": [\n    {\n      "x": 1,\n      "y": 2\n    }\n  ],\n  "b": null\n}\n```';
  expect(renderJsonFence({ b: null, a: [{ y: 2, x: 1 }] })).toBe(text);
  expect(renderJsonFence({ a: [{ x: 1, y: 2 }], b: null })).toBe(text);
});

test("a value that is not a map is a block too, and nothing is no text", () => {
  expect(renderJsonFence(false)).toBe("```json\nfalse\n```");
  expect(renderJsonFence("x")).toBe('```json\n"x"\n```');
  expect(renderJsonFence(null)).toBe("");
  expect(renderJsonFence(undefined)).toBe("");
});

test("any value comes back, and none closes the fence", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      fc.pre(value !== null);
      const lines = renderJsonFence(value).split("\n");
      expect(lines.filter((line) => /^ {0,3}```/.test(line))).toEqual(["```json", "```"]);
      expect(JSON.parse(lines.slice(1, -1).join("\n"))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("a text that is a fence does not close it", () => {
  expect(renderJsonFence({ "```": "```\n```" }).match(/^ {0,3}```/gm)).toHaveLength(2);
});
