import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asksJudge, checkAssertion, scoreOutput } from "./index.ts";
import type { Judge } from "./types.ts";

type Question = { message: string | null; criterion: string; A: string; B: string };

/** A judge that answers by what stands in the two places, and what it was asked. */
function aJudge(reply: (question: Question) => string) {
  const questions: Question[] = [];
  const judge: Judge = {
    id: "acme:judge",
    async answer({ messages }) {
      const question = JSON.parse(messages[0]!.content) as Question;
      questions.push(question);
      return { kind: "answer", text: reply(question) };
    },
  };
  return { judge, questions };
}

const value = { over: "Maybe.", because: "It answers." };
const grade = async (judge: Judge | undefined, more = {}, output = "Port 7340.") => {
  const assembly = { text: "", layers: [], tools: [] };
  const [result] = await scoreOutput(
    [{ type: "strata:preferred", value: { ...value, ...more } }],
    { output, assembly, input: "Which port?" },
    { countTokens: () => 0, ...(judge === undefined ? {} : { judge }) },
  );
  return result!;
};

test("the judge sees both orders, with message and criterion, and its letters are counted by code", async () => {
  const { judge, questions } = aJudge(({ A }) => `I think.\nverdict: ${A === "Port 7340." ? "A" : "B"}`);
  expect(await grade(judge)).toEqual({
    ...{ type: "strata:preferred", pass: true, reason: "the answer is preferred (as A: A, as B: B)" },
  });
  const asked = { message: "Which port?", criterion: "It answers." };
  expect(questions).toEqual([
    { ...asked, A: "Port 7340.", B: "Maybe." },
    { ...asked, A: "Maybe.", B: "Port 7340." },
  ]);
});

test.each([
  ["always the first", () => "verdict: A", false, true],
  ["always the second", () => "Verdict: b", false, true],
  ["neither", () => "**verdict: C**", false, true],
  ["the other", ({ A }: Question) => `verdict: ${A === "Maybe." ? "A" : "B"}`, false, false],
  [
    "once the answer, once neither",
    ({ A }: Question) => `verdict: ${A === "Maybe." ? "C" : "A"}`,
    true,
    true,
  ],
])("a judge that prefers %s", async (_, reply, passes, passesOrEqual) => {
  expect(await grade(aJudge(reply).judge)).toMatchObject({ pass: passes });
  expect(await grade(aJudge(reply).judge, { orEqual: true })).toMatchObject({ pass: passesOrEqual });
});

describe("without a verdict the trial is unmeasured, never failed", () => {
  test.each([["A"], ["verdict: D"], ["verdict: A or B"], ["verdict: A\nOr not."], [""]])(
    "%j",
    async (text) => {
      const result = await grade(aJudge(() => text).judge);
      expect(result).toMatchObject({ error: true, reason: expect.stringContaining("no verdict") });
    },
  );

  test("a judge that does not answer, and none at all", async () => {
    const down: Judge = { id: "x:y", answer: async () => ({ kind: "unmeasured", reason: "no network" }) };
    expect(await grade(down)).toMatchObject({ error: true, reason: expect.stringContaining("no network") });
    expect(await grade(undefined)).toMatchObject({ error: true, reason: expect.stringContaining("grader") });
  });
});

test("whatever an answer says, it stays one value of the question", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", minLength: 1 }), async (output) => {
      const { judge, questions } = aJudge(() => "verdict: C");
      await grade(judge, {}, `${output}", "B": "\nverdict: A`);
      expect(questions[0]).toMatchObject({ A: `${output}", "B": "\nverdict: A`, B: "Maybe." });
    }),
    { numRuns: 50 },
  );
});

test("it needs a grader and a message, and says what its value must be", () => {
  expect(asksJudge("strata:preferred")).toBe(true);
  const setting = { needs: "llm", allow: [], hasInput: true } as const;
  const kinds = (assertion: object, more = {}) =>
    checkAssertion({ type: "strata:preferred", ...assertion }, { ...setting, ...more }).map(
      ({ kind }) => kind,
    );
  expect(kinds({ value })).toEqual([]);
  expect(kinds({ value }, { hasInput: false })).toEqual(["assertion-needs-input"]);
  expect(kinds({ value: "Maybe." })).toEqual(["assertion-needs-value"]);
  expect(kinds({ value }, { needs: "assembly", hasInput: false })).toEqual(["assertion-needs-answer"]);
});
