import { expect, test } from "vitest";
import { checkAssertion, checkCase } from "./check-assertion.ts";
import type { Assertion } from "./types.ts";

const setting = { needs: "llm", allow: [] as string[], hasInput: true } as const;

function kinds(assertion: Assertion, changes: Partial<Parameters<typeof checkAssertion>[1]> = {}): string[] {
  return checkAssertion(assertion, { ...setting, ...changes }).map(({ kind }) => kind);
}

test("sound assertions have no findings", () => {
  const sound: Assertion[] = [
    { type: "contains", value: "tea" },
    { type: "contains", value: 42 },
    { type: "icontains-any", value: ["tea", "milk"] },
    { type: "contains-all", value: "tea, milk" },
    { type: "regex", value: "^$|tea" },
    { type: "is-json" },
    { type: "is-json", value: { type: "object" } },
    { type: "is-xml", value: ["a.b"] },
    { type: "levenshtein", value: "a longer text", threshold: 2 },
    { type: "word-count", value: { min: 3 } },
    { type: "bleu", value: ["one", "two"] },
    { type: "strata:last-contains", value: "tea" },
    { type: "strata:order", value: ["a", "b"] },
    { type: "strata:count", value: { text: "a", count: 0 } },
    { type: "strata:budget", value: 10, unit: "tokens", layer: "core" },
    { type: "strata:layer-present", value: "core" },
    { type: "strata:layer-lacks", value: ["a"], layer: "core" },
    { type: "strata:tools", value: [] },
  ];
  expect(sound.flatMap((assertion) => kinds(assertion))).toEqual([]);
});

test("an unknown type names the nearest one, and our own where the prefix was left out", () => {
  const near = (type: string) => checkAssertion({ type, value: "a" }, setting)[0]?.args;
  expect(near("contians")).toEqual({ type: "contians", near: "contains" });
  expect(near("not-contain")).toEqual({ type: "not-contain", near: "not-contains" });
  expect(near("layer-present")).toEqual({ type: "layer-present", near: "strata:layer-present" });
  expect(near("__proto__")).toMatchObject({ type: "__proto__" });
  expect(kinds({ type: "not-strata:order", value: ["a", "b"] })).toEqual(["unknown-assertion"]);
});

test("a type that runs code or calls out needs to be allowed, with not- under its plain name", () => {
  for (const type of ["javascript", "not-python", "webhook", "llm-rubric", "similar:cosine"]) {
    expect(kinds({ type, value: "x" })).toEqual(["assertion-not-allowed"]);
  }
  expect(kinds({ type: "not-javascript", value: "true" }, { allow: ["javascript"] })).toEqual([]);
  expect(kinds({ type: "webhook", value: "https://example.com/" }, { allow: ["webhook"] })).toEqual([]);
});

test("an allowed type needs its value too: a rubric that is left out would be an empty one", () => {
  expect(kinds({ type: "llm-rubric" }, { allow: ["llm-rubric"] })).toEqual(["assertion-needs-value"]);
  expect(kinds({ type: "moderation" }, { allow: ["moderation"] })).toEqual([]);
});

test("what cannot be graded stays refused when it is allowed", () => {
  for (const type of [
    "guardrails",
    "not-finish-reason",
    "assert-set",
    "not-factuality",
    "is-sql",
    "promptfoo:redteam:pii",
  ]) {
    expect(kinds({ type, value: "x" }, { allow: [type, "factuality"] })).toEqual(["assertion-not-supported"]);
  }
});

test("a value that promptfoo would open or import is refused for each of its types", () => {
  expect(kinds({ type: "contains", value: "file:///etc/hostname" })).toEqual(["assertion-reads-file"]);
  expect(kinds({ type: "not-contains-any", value: ["tea", "file://a.txt"] })).toEqual([
    "assertion-reads-file",
  ]);
  expect(kinds({ type: "is-json", value: { properties: { a: "package:evil:run" } } })).toEqual([
    "assertion-reads-file",
  ]);
  expect(kinds({ type: "javascript", value: "file://grade.js" }, { allow: ["javascript"] })).toEqual([
    "assertion-reads-file",
  ]);
});

test("our own types never open anything, so they may look for such a text", () => {
  expect(kinds({ type: "strata:layer-contains", layer: "core", value: "file:///etc/hosts" })).toEqual([]);
});

test("a value that is missing or of the wrong kind is named before the run", () => {
  const wrong: Assertion[] = [
    { type: "contains" },
    { type: "not-contains", value: ["tea"] },
    { type: "contains-any", value: [] },
    { type: "contains-all", value: ["tea", ""] },
    { type: "contains-all", value: " , " },
    { type: "icontains-any", value: 'tea, ""' },
    { type: "equals" },
    { type: "starts-with", value: 4 },
    { type: "levenshtein" },
    { type: "word-count", value: { min: 5, max: 2 } },
    { type: "word-count", value: {} },
    { type: "is-html", value: "<p>" },
    { type: "strata:last-contains", value: "two\nlines" },
    { type: "strata:order", value: ["only one"] },
    { type: "strata:order", value: ["a", ""] },
    { type: "strata:count", value: { text: "a" } },
    { type: "strata:count", value: { text: "a", count: 1.5 } },
    { type: "strata:budget", value: 0 },
    { type: "strata:budget", value: "100" },
    { type: "strata:layer-present", value: [] },
    { type: "strata:tools" },
  ];
  for (const assertion of wrong)
    expect([assertion, kinds(assertion)]).toEqual([assertion, ["assertion-needs-value"]]);
});

test("layer-contains and layer-lacks need a layer", () => {
  expect(kinds({ type: "strata:layer-lacks", value: "a" })).toEqual(["assertion-needs-layer"]);
});

test("a field that the type does not look at is an error, because it reads as if it did", () => {
  expect(kinds({ type: "contains", value: "a", layer: "core" })).toEqual(["assertion-unused-field"]);
  expect(kinds({ type: "strata:tools", value: [], layer: "core" })).toEqual(["assertion-unused-field"]);
  expect(kinds({ type: "strata:order", value: ["a", "b"], unit: "bytes", threshold: 1 })).toEqual([
    "assertion-unused-field",
    "assertion-unused-field",
  ]);
});

test("a pattern that does not compile is named", () => {
  expect(kinds({ type: "regex", value: "(" })).toEqual(["assertion-bad-regex"]);
  expect(kinds({ type: "not-regex", value: "(?i)tea" })).toEqual(["assertion-bad-regex"]);
});

test("an assertion that passes on every output is named", () => {
  const vacuous: Assertion[] = [
    { type: "contains", value: "" },
    { type: "icontains", value: "" },
    { type: "starts-with", value: "" },
    { type: "regex", value: "" },
    { type: "regex", value: "(tea)?" },
    { type: "regex", value: "[\\s\\S]*" },
    { type: "bleu", value: "tea", threshold: 0 },
    { type: "not-rouge-n", value: "tea", threshold: 1.5 },
    { type: "not-levenshtein", value: "tea", threshold: -1 },
    { type: "word-count", value: { min: 0 } },
  ];
  for (const assertion of vacuous) {
    expect([assertion, kinds(assertion)]).toEqual([assertion, ["assertion-cannot-fail"]]);
  }
});

test("the same under not- can never pass", () => {
  expect(kinds({ type: "not-contains", value: "" })).toEqual(["assertion-cannot-pass"]);
  expect(kinds({ type: "not-regex", value: ".*" })).toEqual(["assertion-cannot-pass"]);
});

test("a question to an answer needs a model that answers and an input", () => {
  const last = { type: "strata:last-contains", value: "tea" };
  expect(kinds(last, { needs: "assembly", hasInput: false })).toEqual(["assertion-needs-answer"]);
  expect(kinds({ type: "is-refusal" }, { needs: "assembly" })).toEqual(["assertion-needs-answer"]);
  expect(kinds(last, { hasInput: false })).toEqual(["assertion-needs-input"]);
  expect(kinds({ type: "contains", value: "tea" }, { needs: "assembly", hasInput: false })).toEqual([]);
  expect(kinds({ type: "strata:tools", value: ["read"] }, { hasInput: false })).toEqual([]);
});

test("absence asked of the embedded reader is a warning", () => {
  const absent = { type: "not-contains", value: "tea" };
  expect(checkAssertion(absent, { ...setting, needs: "reader" })).toMatchObject([
    { kind: "absence-through-reader", severity: "warning" },
  ]);
  expect(kinds(absent, { needs: "assembly" })).toEqual([]);
  expect(kinds(absent, { needs: "llm" })).toEqual([]);
});

test("a case of nothing but absence is an error", () => {
  const absence: Assertion[] = [
    { type: "not-contains", value: "rum" },
    { type: "strata:layer-lacks", value: "rum", layer: "core" },
    { type: "strata:layer-absent", value: "hooks" },
    { type: "strata:budget", value: 100 },
    { type: "strata:count", value: { text: "rum", count: 0 } },
    { type: "regex", value: "^$" },
  ];
  for (const one of absence) expect(checkCase([one])).toMatchObject([{ kind: "absence-without-presence" }]);
  expect(checkCase(absence)).toHaveLength(1);
  expect(checkCase([])).toHaveLength(1);
  expect(checkCase([...absence, { type: "contains", value: "tea" }])).toEqual([]);
  expect(checkCase([...absence, { type: "strata:layer-present", value: "core" }])).toEqual([]);
});

test("findings carry the place they are given", () => {
  const place = { file: "corpus/cases/a/b.yaml", line: 12 };
  expect(checkAssertion({ type: "regex", value: "(" }, setting, place)).toMatchObject([place]);
  expect(checkCase([], place)).toMatchObject([place]);
});
