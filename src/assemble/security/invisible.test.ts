import { expect, test } from "vitest";
import { invisibleIds, stripBom } from "./invisible.ts";

test("VIB-21 a zero-width space has its code point in its id", () => {
  expect(invisibleIds("a\u200Bb")).toEqual(["invisible_unicode_U+200B"]);
});

test("VIB-21 exactly the listed code points are invisible", () => {
  const listed = [
    ...["200B", "200C", "200D", "202A", "202B", "202C", "202D", "202E", "2060", "2062", "2063", "2064"],
    ...["2066", "2067", "2068", "2069", "FEFF"],
  ];
  const found: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) found.push(...invisibleIds(String.fromCodePoint(point)));
  expect(found).toEqual(listed.map((hex) => `invisible_unicode_U+${hex}`));
});

test("each code point is named once, in the order of code points", () => {
  expect(invisibleIds("\uFEFF\u202E\u200B\u200B\u202E")).toEqual([
    "invisible_unicode_U+200B",
    "invisible_unicode_U+202E",
    "invisible_unicode_U+FEFF",
  ]);
});

test("VIB-21 one leading byte order mark is taken out, a second and a later one stay", () => {
  expect(stripBom("\uFEFFok")).toBe("ok");
  expect(stripBom("\uFEFF\uFEFFok")).toBe("\uFEFFok");
  expect(stripBom("o\uFEFFk")).toBe("o\uFEFFk");
  expect(stripBom("")).toBe("");
});
