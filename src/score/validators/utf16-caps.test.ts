import { expect, test } from "vitest";
import { fallbackChunks, utf16Caps } from "./utf16-caps.ts";

const most = 32_768;

test.each([
  ["letters", "x".repeat(most), "x"],
  ["emoji, two units each", "😀".repeat(most / 2), "😀"],
])("%s up to the cap, and one more", (_, text, more) => {
  expect(utf16Caps({ content: { text } })).toEqual([]);
  const over = most + more.length;
  expect(utf16Caps({ content: { text: text + more } })).toEqual([
    `content has ${over} UTF-16 units, more than ${most}`,
  ]);
});

test("blocks are counted together, without what is not shown", () => {
  const half = "x".repeat(most / 2);
  const blocks = [
    { type: "paragraph", text: half },
    { type: "link", url: "https://a.b/c", spans: [half] },
  ];
  expect(utf16Caps({ delivery: { content: { blocks } } })).toEqual([]);
  expect(utf16Caps({ delivery: { content: { blocks: [...blocks, { text: "y" }] } } })).toEqual([
    `delivery.content has ${most + 1} UTF-16 units, more than ${most}`,
  ]);
});

test("content that is null, or none at all, has no length", () => {
  expect(utf16Caps({ content: null })).toEqual([]);
  expect(utf16Caps({})).toEqual([]);
  expect(utf16Caps("x".repeat(most + 1))).toEqual([]);
});

test.each([
  [["x".repeat(4096), "y"], 0],
  [["x".repeat(4097)], 1],
  [["😀".repeat(2048)], 0],
  [["😀".repeat(2048) + "x", "😀".repeat(2049)], 2],
  [["a\ud83d", "\ude00b"], 2],
  [["a", ""], 1],
  [["a", 1], 1],
  [[], 0],
])("chunks %# have their problems counted", (chunks, expected) => {
  expect(fallbackChunks({ chunks })).toHaveLength(expected);
});

test("an answer without chunks is none that was sent", () => {
  expect(fallbackChunks({})).toHaveLength(1);
  expect(fallbackChunks(["a"])).toHaveLength(1);
});
