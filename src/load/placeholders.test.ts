import fc from "fast-check";
import { expect, test } from "vitest";
import { fillPlaceholders, findPlaceholders } from "./placeholders.ts";

const part = fc.constantFrom(
  "{{a}}",
  "{{b_1}}",
  "{{ a }}",
  "{",
  "{{",
  "}}",
  "{{}}",
  "{{a b}}",
  "{{1}}",
  "a",
  " ",
  "\n",
  "$&",
  "{#",
  "{%",
  "${{",
);
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
const hostile = fc.constantFrom(
  "{{a}}",
  "{{b_1}}",
  "$&",
  "$1",
  "$$",
  "$`",
  "{{",
  "}}",
  "50% done",
  "{# y #}",
  "${{ secrets.T }}",
  "",
);

test("a value is never rendered again", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("a", "b_1"), hostile),
      fc.array(fc.constantFrom("a", "b_1"), { maxLength: 5 }),
      (values, names) => {
        const template = names.map((name) => `<{{${name}}}>`).join("");
        const expected = names
          .map((name) => `<${Object.hasOwn(values, name) ? values[name] : `{{${name}}}`}>`)
          .join("");
        expect(
          fillPlaceholders(template, (name) => (Object.hasOwn(values, name) ? values[name] : undefined)),
        ).toBe(expected);
      },
    ),
  );
});

test.each(["{{x}}", "$&", "$1", "$$", "{{", "%s", "${{ secrets.X }}"])(
  "the value %s arrives as it is",
  (value) => {
    expect(fillPlaceholders("[{{x}}]", () => value)).toBe(`[${value}]`);
  },
);

test("what has no value stays as it is", () => {
  fc.assert(fc.property(text, (value) => void expect(fillPlaceholders(value, () => undefined)).toBe(value)));
});

test("every {{ is part of a placeholder or reported as stray", () => {
  fc.assert(
    fc.property(text, (value) => {
      const { placeholders, strayAt } = findPlaceholders(value);
      // With a full stop in the place of each placeholder, a {{ is left exactly where one is reported.
      let rest = "";
      let end = 0;
      for (const { name, at } of placeholders) {
        const whole = /^\{\{\s*([\w-]+)\s*\}\}/.exec(value.slice(at))!;
        expect(whole[1]).toBe(name);
        rest += `${value.slice(end, at)}.`;
        end = at + whole[0].length;
      }
      rest += value.slice(end);
      const glued = rest.includes("{."); // {{{a}}}: the first brace makes a {{ with the placeholder's own
      expect(strayAt !== null).toBe(rest.includes("{{") || glued);
      expect(value.slice(strayAt ?? value.length).slice(0, 2)).toBe(strayAt === null ? "" : "{{");
    }),
  );
});

test("findPlaceholders and fillPlaceholders see the same names", () => {
  fc.assert(
    fc.property(text, (value) => {
      const names: string[] = [];
      fillPlaceholders(value, (name) => void names.push(name));
      expect(findPlaceholders(value).placeholders.map(({ name }) => name)).toEqual(names);
    }),
  );
});
