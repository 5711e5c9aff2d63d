import { beforeAll, expect, test } from "vitest";
import { classify, guardedTypes, plainTypes, typesThatIgnoreNot, unsupportedTypes } from "./allow-list.ts";
import { isJudged } from "./judge.ts";
import { loadPromptfoo, type Promptfoo } from "./load-promptfoo.ts";

let promptfoo: Promptfoo;
let known: { base: readonly string[]; special: readonly string[] };

beforeAll(async () => {
  promptfoo = await loadPromptfoo();
  const { BaseAssertionTypesSchema, SpecialAssertionTypesSchema } = await import("promptfoo");
  known = { base: BaseAssertionTypesSchema.options, special: SpecialAssertionTypesSchema.options };
}, 60_000);

test("every type of the installed promptfoo is placed, in one list only", () => {
  const placed = [...plainTypes, ...Object.keys(guardedTypes), ...Object.keys(unsupportedTypes)];
  // assert-set groups assertions and is not in promptfoo's own lists.
  const all = [...known.base, ...known.special, "assert-set"];
  expect(placed.toSorted()).toEqual(all.toSorted());
});

test("what promptfoo does not know is unknown, and the not- forms follow their types", () => {
  expect(classify("not-contains")).toEqual({ kind: "plain", base: "contains", inverse: true });
  expect(classify("not-similar:dot")).toMatchObject({ kind: "guarded", base: "similar:dot", inverse: true });
  for (const type of ["Contains", "not-not-contains", "not-", "", "constructor", "strata:contains"]) {
    expect(classify(type)).toEqual({ kind: "unknown" });
  }
});

test("promptfoo still ignores not- where we say so; when it no longer does, the list is out of date", async () => {
  const judge = (reply: string) => ({ id: () => "fake:judge", callApi: async () => ({ output: reply }) });
  const yes = {
    factuality: '{"category":"C"}',
    "model-graded-factuality": '{"category":"C"}',
    "model-graded-closedqa": "Y",
  };
  for (const type of typesThatIgnoreNot) {
    if (type === "pi") continue; // needs its service
    for (const written of [type, `not-${type}`] as const) {
      const result = await promptfoo.assertions.runAssertion({
        prompt: "a question",
        assertion: { type: written, value: "an answer", provider: judge(yes[type]) },
        test: {},
        providerResponse: { output: "an answer" },
      });
      expect([written, result.pass]).toEqual([written, true]);
    }
  }
});

test("types left out for a missing package do fail without it", async () => {
  for (const type of ["is-sql", "contains-sql", "meteor"] as const) {
    const run = promptfoo.assertions.runAssertion({
      assertion: { type, value: type === "meteor" ? "select 1" : undefined },
      test: {},
      providerResponse: { output: "select 1" },
    });
    const problem = await run.then(({ pass, reason }) => (pass ? "passed" : reason), String);
    expect(problem).toMatch(/is not installed|package is required/);
  }
});

test("every type that asks a judging model has a shape of reply that counts as a verdict", () => {
  const judged = Object.entries(guardedTypes).filter(([, does]) => does === "asks a judging model");
  for (const [type] of judged)
    expect([type, isJudged(type as keyof typeof guardedTypes)]).toEqual([type, true]);
});
