import { expect, test } from "vitest";
import { richContent } from "./rich-content.ts";

const problems = (content: unknown) => richContent({ content }).length;

test.each([
  [{ text: "x" }, 0],
  [{ text: "" }, 0],
  [{ blocks: [] }, 0],
  [null, 0],
  [{}, 1],
  [{ text: "x", blocks: [] }, 1],
  [{ text: "x", format: "html" }, 1],
  [{ html: "x" }, 1],
  [{ text: 1 }, 1],
  [{ blocks: {} }, 1],
  ["x", 1],
  [["x"], 1],
])("content %j has %i problems", (content, expected) => {
  expect(problems(content)).toBe(expected);
});

test("content is found wherever it stands, and answers without any have nothing to keep", () => {
  expect(richContent({ delivery: { kind: "notify", content: {} } })).toEqual([
    "delivery.content must have exactly text or blocks",
  ]);
  expect(richContent({ items: [{ content: { text: "x" } }, { content: 1 }] })).toEqual([
    "items[1].content must have exactly text or blocks",
  ]);
  expect(richContent({ delivery: { kind: "silent" } })).toEqual([]);
  expect(richContent(null)).toEqual([]);
});

test.each([
  [{ rows: [] }, 0],
  [{ rows: [["a"], ["b"]] }, 0],
  [{ rows: [["a"], ["b", "c"]] }, 1],
  [{ header: ["a", "b"], rows: [["a", "b"]] }, 0],
  [{ header: ["a"], rows: [["a", "b"]] }, 1],
  [{ rows: ["a", "b"] }, 1],
  [{ type: "column", cells: [{ rows: [[1, 2], [3]] }] }, 1],
])("table %j has %i problems", (table, expected) => {
  expect(problems({ blocks: [table] })).toBe(expected);
});

test.each([
  ["[a](https://a.b/c?d=e#f)", 0],
  ["[a](HTTP://a.b) and [b](mailto:c@d.e) and [c](tel:+49123)", 0],
  ["[a](javascript:alert(1))", 1],
  ["[a]( <data:text/html,x>)", 1],
  ["[a](/etc/passwd)", 1],
  ["[a](#part)", 1],
  ['<a class="x" href="ftp://a.b">a</a>', 1],
  ["<a href='https://a.b'>a</a>", 0],
  ["<A HREF=file:///x>a</A>", 1],
  ["see [1] (and javascript: in prose)", 0],
  ["[a](tg://user?id=1) [b](vscode://x)", 2],
])("text %j has %i bad links", (text, expected) => {
  expect(problems({ text })).toBe(expected);
  expect(problems({ blocks: [{ type: "paragraph", spans: [{ text }] }] })).toBe(expected);
});

test("an address in a field of its own is a link too", () => {
  expect(problems({ blocks: [{ url: "https://a.b" }, { href: "tel:1" }] })).toBe(0);
  expect(problems({ blocks: [{ url: "javascript:x" }, { href: "a.b" }] })).toBe(2);
});

test("a long text of beginnings is looked through in no time", () => {
  const started = performance.now();
  for (const part of ["<a ", "](", "]( ", "<a href", '<a href="']) problems({ text: part.repeat(10_000) });
  expect(performance.now() - started).toBeLessThan(2_000);
});
