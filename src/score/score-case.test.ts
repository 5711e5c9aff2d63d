import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { passesOnNothing } from "./absence.ts";
import { plainTypes } from "./allow-list.ts";
import { checkAssertion, checkCase } from "./check-assertion.ts";
import { aSubject, deps, emptySubject } from "./fixtures.ts";
import { loadPromptfoo } from "./load-promptfoo.ts";
import { scoreOutput } from "./score-case.ts";
import type { Assertion } from "./types.ts";

beforeAll(loadPromptfoo, 60_000);

async function grade(assertion: Assertion, output: string) {
  const [result] = await scoreOutput([assertion], aSubject({ output }), deps);
  return result!;
}

/** Text in which templates, references and odd characters are likely. */
const spiky = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "{{",
        "}}",
        "{{ env.HOME }}",
        "{%",
        "%}",
        "{#",
        "#}",
        "{% raw %}",
        "${{ secrets.X }}",
        "%s",
      ),
      fc.constantFrom("file://a", "package:b", "---", "\r\n", "\n", "\u0000", "\ufeff", '"', "\\", ", ", " "),
      fc.string({ unit: "grapheme", maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""))
  .filter((text) => text !== "");
const literal = spiky.filter((text) => !/^(file:\/\/|package:)/.test(text));

/** For each plain type, assertions that can both pass and fail, with outputs that do either. */
const samples: Record<
  (typeof plainTypes)[number],
  { assertion: Omit<Assertion, "type">; yes: string; no: string }
> = {
  bleu: {
    assertion: { value: "the cat sat on the mat" },
    yes: "the cat sat on the mat",
    no: "nothing of that",
  },
  contains: { assertion: { value: "tea" }, yes: "some tea", no: "Tea" },
  "contains-all": { assertion: { value: ["tea", "milk"] }, yes: "milk, tea", no: "tea" },
  "contains-any": { assertion: { value: ["tea", "milk"] }, yes: "milk", no: "rum" },
  "contains-html": { assertion: {}, yes: "see <b>this</b> <br/>", no: "plain" },
  "contains-json": {
    assertion: { value: { type: "object", required: ["a"] } },
    yes: 'so: {"a": 1}',
    no: "no",
  },
  "contains-xml": { assertion: { value: "a.b" }, yes: "so: <a><b>1</b></a>", no: "so: <a/>" },
  equals: { assertion: { value: "tea" }, yes: "tea", no: "tea " },
  gleu: {
    assertion: { value: "the cat sat on the mat" },
    yes: "the cat sat on the mat",
    no: "nothing of that",
  },
  icontains: { assertion: { value: "TEA" }, yes: "some tea", no: "rum" },
  "icontains-all": { assertion: { value: ["TEA", "milk"] }, yes: "Milk, tea", no: "tea" },
  "icontains-any": { assertion: { value: ["TEA", "milk"] }, yes: "Milk", no: "rum" },
  "is-html": { assertion: {}, yes: "<p>hello</p>", no: "hello" },
  "is-json": { assertion: { value: "type: object" }, yes: "{}", no: "{" },
  "is-refusal": { assertion: {}, yes: "I'm sorry, but I can't help with that.", no: "Here it is." },
  "is-xml": { assertion: {}, yes: "<a>1</a>", no: "<a>" },
  levenshtein: {
    assertion: { value: "a text of some length", threshold: 1 },
    yes: "a text of some lengths",
    no: "rum",
  },
  regex: { assertion: { value: "^t.a$" }, yes: "tea", no: "teas" },
  "rouge-n": {
    assertion: { value: "the cat sat on the mat" },
    yes: "the cat sat on the mat",
    no: "nothing of that",
  },
  "starts-with": { assertion: { value: "tea" }, yes: "tea, please", no: "some tea" },
  "word-count": { assertion: { value: { min: 2, max: 3 } }, yes: "one two", no: "one" },
};

test.each(plainTypes)("%s and its not- form give promptfoo's verdicts, without an error", async (type) => {
  const { assertion, yes, no } = samples[type];
  const setting = { needs: "llm", allow: [], hasInput: true } as const;
  for (const [written, output, pass] of [
    [type, yes, true],
    [type, no, false],
    [`not-${type}`, yes, false],
    [`not-${type}`, no, true],
  ] as const) {
    expect(checkAssertion({ ...assertion, type: written }, setting)).toEqual([]);
    const result = await grade({ ...assertion, type: written }, output);
    expect({ output, ...result }).toMatchObject({ output, type: written, pass });
    expect(result.error).toBeUndefined();
  }
});

test("contains and equals compare the bytes as they are, templates included", async () => {
  await fc.assert(
    fc.asyncProperty(literal, spiky, spiky, async (value, before, after) => {
      expect(await grade({ type: "contains", value }, before + value + after)).toMatchObject({ pass: true });
      expect(await grade({ type: "contains", value }, before)).toMatchObject({
        pass: before.includes(value),
      });
      expect(await grade({ type: "not-contains", value }, before)).toMatchObject({
        pass: !before.includes(value),
      });
      expect(await grade({ type: "equals", value }, before)).toMatchObject({ pass: before === value });
      expect(await grade({ type: "contains-all", value: [value] }, before + value)).toMatchObject({
        pass: true,
      });
    }),
    { numRuns: 300 },
  );
});

test("an environment variable named in a value or an output stays a name", async () => {
  process.env["STRATA_TEST_SECRET"] = "hunter2";
  const value = "{{ env.STRATA_TEST_SECRET }}";
  expect(await grade({ type: "contains", value }, `say ${value}`)).toMatchObject({ pass: true });
  const leaked = await grade({ type: "contains", value }, "say hunter2");
  expect(leaked.pass).toBe(false);
  expect(leaked.reason).not.toContain("hunter2");
  delete process.env["STRATA_TEST_SECRET"];
});

test("an unknown type is an error, not a failure and not a throw", async () => {
  const [first, second] = await scoreOutput(
    [
      { type: "contians", value: "tea" },
      { type: "contains", value: "tea" },
    ],
    aSubject({ output: "tea" }),
    deps,
  );
  expect(first).toMatchObject({ type: "contians", pass: false, error: true });
  expect(second).toMatchObject({ type: "contains", pass: true });
});

test("a grader that throws is an error of its assertion alone", async () => {
  const result = await grade({ type: "is-json", value: { type: "no such type" } }, "{}");
  expect(result).toMatchObject({ pass: false, error: true });
  expect(result.reason).toMatch(/^is-json could not be graded: /);
});

test("an $async schema is an error: promptfoo would take the promise for a yes", async () => {
  for (const value of [{ $async: true, type: "object" }, "$async: true\ntype: object"]) {
    for (const type of ["is-json", "not-contains-json"]) {
      expect(await grade({ type, value }, "1")).toMatchObject({ pass: false, error: true });
    }
  }
});

test("a value that promptfoo would take and pass everything with is an error", async () => {
  expect(await grade({ type: "contains-all", value: [] }, "tea")).toMatchObject({ pass: false, error: true });
  expect(await grade({ type: "contains-any", value: ["", "x"] }, "tea")).toMatchObject({
    pass: false,
    error: true,
  });
});

test("code, files and packages are not reached without a permission, even when nothing was checked before", async () => {
  const state = globalThis as { reached?: boolean };
  const refused: Assertion[] = [
    { type: "javascript", value: "globalThis.reached = true" },
    { type: "contains", value: `file://${import.meta.filename}` },
    { type: "contains-any", value: ["tea", `file://${import.meta.filename}`] },
    { type: "contains", value: "package:vitest:expect" },
    { type: "guardrails" },
    { type: "assert-set" },
  ];
  const results = await scoreOutput(refused, aSubject({ output: "tea" }), deps);
  for (const result of results) expect(result).toMatchObject({ pass: false, error: true });
  expect(state.reached).toBeUndefined();
});

test("an allowed javascript assertion runs, and when it throws the output was not judged", async () => {
  const allowed = { ...deps, allow: ["javascript"] };
  const ask = (value: string) =>
    scoreOutput([{ type: "javascript", value }], aSubject({ output: "tea" }), allowed);
  expect(await ask("output === 'tea'")).toMatchObject([{ pass: true }]);
  expect(await ask("output === 'rum'")).toMatchObject([{ pass: false }]);
  expect(await ask("output.no.such")).toMatchObject([{ pass: false, error: true }]);
});

test("an empty output passes not-contains, which is why a case of absence alone is refused", async () => {
  const assertion = { type: "not-contains", value: "tea" };
  expect(await grade(assertion, "")).toMatchObject({ pass: true });
  expect(checkCase([assertion])).toMatchObject([{ kind: "absence-without-presence" }]);
});

test("what passes on nothing is what the graders pass on nothing", async () => {
  const plain = plainTypes.flatMap((type): Assertion[] => {
    const { assertion } = samples[type];
    return [
      { ...assertion, type },
      { ...assertion, type: `not-${type}` },
    ];
  });
  const more: Assertion[] = [
    { type: "equals", value: "" },
    { type: "not-equals", value: "" },
    { type: "regex", value: "^(tea)?$" },
    { type: "not-regex", value: "^(tea)?$" },
    { type: "levenshtein", value: "short" },
    { type: "levenshtein", value: "longer" },
    { type: "word-count", value: 0 },
    { type: "word-count", value: "0" },
    { type: "word-count", value: 3 },
    { type: "word-count", value: { max: 3 } },
    { type: "word-count", value: { min: 1 } },
    { type: "bleu", value: "tea", threshold: 0 },
    { type: "rouge-n", value: "tea", threshold: 0 },
    { type: "strata:budget", value: 10 },
    { type: "strata:count", value: { text: "a", count: 0 } },
    { type: "strata:count", value: { text: "a", count: 1 } },
    { type: "strata:last-contains", value: "a" },
    { type: "strata:layer-absent", value: "hooks" },
    { type: "strata:layer-contains", value: "a", layer: "core" },
    { type: "strata:layer-lacks", value: "a", layer: "core" },
    { type: "strata:layer-present", value: "hooks" },
    { type: "strata:order", value: ["a", "b"] },
    { type: "strata:tools", value: [] },
    { type: "strata:tools", value: ["read"] },
  ];
  const results = await scoreOutput([...plain, ...more], emptySubject, deps);
  const expected = [...plain, ...more].map((assertion) => ({
    type: assertion.type,
    pass: passesOnNothing(assertion),
  }));
  expect(results.map(({ type, pass }) => ({ type, pass }))).toEqual(expected);
  expect(results.filter(({ error }) => error)).toEqual([]);
});

test("results keep the order of the assertions and leave them as they were", async () => {
  const assertions: Assertion[] = [
    { type: "strata:last-contains", value: "tea" },
    { type: "contains", value: "milk" },
    { type: "strata:tools", value: ["read", "write"] },
    { type: "icontains", value: "TEA" },
  ];
  const before = structuredClone(assertions);
  const results = await scoreOutput(assertions, aSubject({ output: "tea" }), deps);
  expect(results.map(({ type, pass }) => [type, pass])).toEqual([
    ["strata:last-contains", true],
    ["contains", false],
    ["strata:tools", true],
    ["icontains", true],
  ]);
  expect(assertions).toEqual(before);
});

test("a reason that quotes a long output is cut", async () => {
  const { reason } = await grade({ type: "equals", value: "tea" }, "x".repeat(100_000));
  expect(reason.length).toBeLessThan(1100);
});
