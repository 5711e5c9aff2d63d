import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyWrap } from "./wrap.ts";

type Wrap = Parameters<typeof applyWrap>[1];

const wrapped = (body: string, keys: object) =>
  applyWrap(body, { kind: "wrap", skipBlank: true, ...keys } as Wrap);
const digest = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const fence = (digits: number, escape: string[] = []) => ({ fence: { prefix: "x-", digits, escape } });
const body = fc
  .array(
    fc.constantFrom("#", "# a", "\\# b", "\\", "x-", "x-0123", "plain", "", " ", "€ 😀", "$&", "{{path}}"),
    { minLength: 1, maxLength: 8 },
  )
  .map((lines) => lines.join("\n"))
  .filter((text) => text.trim() !== "");

test("a prefix and a suffix stand around the text as they are", () => {
  fc.assert(
    fc.property(body, (text) => {
      expect(wrapped(text, { prefix: "<a $& {{x}}>\n", suffix: "\n</a>" })).toBe(
        `<a $& {{x}}>\n${text}\n</a>`,
      );
    }),
  );
});

test("a blank text stays as it is unless the wrap says otherwise", () => {
  expect(wrapped(" \n", { prefix: "<", suffix: ">" })).toBe(" \n");
  expect(wrapped(" \n", { prefix: "<", suffix: ">", skipBlank: false })).toBe("< \n>");
});

test("a fence is the prefix and the first digits of the body's hash, and closes once, at the end", () => {
  fc.assert(
    fc.property(body, fc.constantFrom(4, 12, 64), (text, digits) => {
      const lines = wrapped(text, fence(digits, ["#"])).split("\n");
      const tag = `x-${digest(text).slice(0, digits)}`;
      expect(lines[0]).toBe(tag);
      expect(lines.indexOf(tag, 1)).toBe(lines.length - 1);
    }),
  );
});

test("inside the fence a line gets a backslash when it starts so, and only then", () => {
  fc.assert(
    fc.property(body, (text) => {
      const lines = wrapped(text, fence(12, ["#"]))
        .split("\n")
        .slice(1, -1);
      const expected = text.split("\n").map((line) => (line.startsWith("#") ? `\\${line}` : line));
      // The line end before the closing fence is the body's own where it has one.
      expect(lines.join("\n")).toBe(expected.join("\n").replace(/\n$/, ""));
    }),
  );
});

test("a body that holds its own fence cannot close it", () => {
  // Found by search: the body's hash starts with the four digits that its second line names.
  const text = "note 214941\nx-abcd";
  expect(digest(text).slice(0, 4)).toBe("abcd");
  expect(wrapped(text, fence(4))).toBe("x-abcd\nnote 214941\n\\x-abcd\nx-abcd");
});
