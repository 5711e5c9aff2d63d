import { beforeAll, expect, test } from "vitest";
import { type ChatModel, type ChatOutcome, createModel } from "../model/index.ts";
import { startAnthropicServer } from "../model/testing-servers.ts";
import { aSubject, deps } from "./fixtures.ts";
import { loadPromptfoo } from "./load-promptfoo.ts";
import { scoreOutput } from "./score-case.ts";
import type { Judge } from "./types.ts";

beforeAll(loadPromptfoo, 60_000);

const allow = ["llm-rubric", "model-graded-closedqa", "factuality"];

function aJudge(reply: string | ChatOutcome) {
  const asked: Parameters<ChatModel["answer"]>[0][] = [];
  const model: ChatModel = {
    id: "fake:judge",
    async answer(request) {
      asked.push(request);
      return typeof reply === "string" ? { kind: "answer", text: reply } : reply;
    },
  };
  return { model: model satisfies Judge, asked };
}

async function judged(type: string, reply: string | ChatOutcome) {
  const { model, asked } = aJudge(reply);
  const subject = aSubject({ output: "{{ env.HOME }} tea", input: "What does the user like?" });
  const [result] = await scoreOutput([{ type, value: "names {{ tea }}" }], subject, {
    ...deps,
    allow,
    judge: model,
  });
  return { result: result!, asked };
}

test("the judge gets rubric and output as they are, and its verdict counts", async () => {
  const { result, asked } = await judged("llm-rubric", '{"reason": "it does", "pass": true, "score": 1}');
  expect(result).toEqual({ type: "llm-rubric", pass: true, reason: "it does" });
  expect(asked).toHaveLength(1);
  expect(asked[0]!.system).toMatch(/grad/i);
  expect(asked[0]!.messages[0]!.content).toContain("names {{ tea }}");
  expect(asked[0]!.messages[0]!.content).toContain("{{ env.HOME }} tea");
});

test("a judge's no is a failure, and not- turns it", async () => {
  const no = '{"reason": "it does not", "pass": false, "score": 0}';
  expect((await judged("llm-rubric", no)).result).toMatchObject({ pass: false, reason: "it does not" });
  expect((await judged("not-llm-rubric", no)).result).toMatchObject({ pass: true });
});

test("a reply without a verdict is an error for the plain form and the not- form", async () => {
  for (const reply of ['{"reason": "I cannot say", "score": 0}', "no JSON at all", ""]) {
    for (const type of ["llm-rubric", "not-llm-rubric", "model-graded-closedqa", "factuality"]) {
      expect((await judged(type, reply)).result).toMatchObject({ pass: false, error: true });
    }
  }
});

test("a judge that could not be asked is an error with its reason", async () => {
  const { result } = await judged("factuality", { kind: "unmeasured", reason: "no key" });
  expect(result).toMatchObject({ pass: false, error: true, reason: "the judge did not answer: no key" });
});

test("without a judge nothing is asked of anyone", async () => {
  const [result] = await scoreOutput([{ type: "llm-rubric", value: "is polite" }], aSubject(), {
    ...deps,
    allow,
  });
  expect(result).toMatchObject({ pass: false, error: true });
});

test("closedqa and factuality compare with the user's message", async () => {
  const { result, asked } = await judged("model-graded-closedqa", "It does.\nY");
  expect(result).toMatchObject({ pass: true });
  expect(JSON.stringify(asked)).toContain("What does the user like?");
  expect((await judged("factuality", '{"category": "D", "reason": "they differ"}')).result).toMatchObject({
    pass: false,
  });
});

test("a letter is the verdict that code makes of it, and no other letter is one", async () => {
  // Subset, superset and equal agree with the reference; a difference that does not matter is one too.
  const passes = { A: true, B: true, C: true, D: false, E: true };
  for (const [letter, pass] of Object.entries(passes)) {
    const { result } = await judged("factuality", JSON.stringify({ category: letter, reason: "so" }));
    expect(result.error, letter).toBeUndefined();
    expect(result.pass, letter).toBe(pass);
  }
  for (const letter of ["F", "Z", ""]) {
    const { result } = await judged("factuality", JSON.stringify({ category: letter, reason: "so" }));
    expect(result, letter).toMatchObject({ pass: false, error: true });
  }
});

test("a model behind a vendor's interface can judge, and its failure is no verdict", async () => {
  await using server = await startAnthropicServer({
    answer: () => '{"reason": "it does", "pass": true, "score": 1}',
    faults: [null, { kind: "status", status: 529 }],
  });
  const settings = { id: "anthropic:judge", baseUrl: server.url };
  const judge = createModel(settings, { env: { ANTHROPIC_API_KEY: "a-test-key" } });
  const grade = async () => {
    const assertion = { type: "llm-rubric", value: "is polite" };
    const [result] = await scoreOutput([assertion], aSubject({ output: "Please." }), {
      ...deps,
      allow,
      judge,
    });
    return result!;
  };
  expect(await grade()).toMatchObject({ pass: true, reason: "it does" });
  expect(server.requests[0]!.body.messages.at(-1).content).toContain("is polite");
  expect(await grade()).toMatchObject({ pass: false, error: true, reason: expect.stringContaining("529") });
});
