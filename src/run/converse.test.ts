import { expect, test } from "vitest";
import type { Answer, ChatRequest } from "../model/index.ts";
import { converse, type Reply } from "./converse.ts";
import { placeAround } from "./request.ts";
import type { Script } from "./types.ts";

const first: ChatRequest = {
  ...{ system: "core", tools: [], parameters: {} },
  messages: [{ role: "user", content: "one" }],
};
const script = (given: Partial<Script> = {}): Script => ({
  ...{ opening: [{ user: "one" }], turns: [], tools: null, around: {} },
  ...given,
});
const tools = (given: Partial<NonNullable<Script["tools"]>> = {}): Script["tools"] => ({
  ...{ results: [], default: "nothing", maxSteps: 5 },
  ...given,
});
const says = (text: string, more: Partial<Answer> = {}): Answer => ({ kind: "answer", text, ...more });
const calls = (name: string, given: unknown = {}, text = ""): Answer =>
  says(text, { toolCalls: [{ id: `${name}-1`, name, arguments: given }], stop: "tool" });

/** Leads a conversation whose model replies in this order; returns its end and what the model got each time. */
async function talk(replies: Reply[], given: Script | null) {
  const got: ChatRequest[] = [];
  const ending = await converse(first, given, async (request) => {
    got.push(request);
    return replies[got.length - 1] ?? says("more");
  });
  return { ending, got: got.map(({ messages }) => messages) };
}

test("without a script one answer is all", async () => {
  expect(await talk([says("yes")], null)).toEqual({
    ending: { kind: "answer", text: "yes" },
    got: [first.messages],
  });
});

test("turns follow one another, with written answers between; the last answer counts", async () => {
  const turns = [{ user: "two" }, { user: "three" }, { assistant: "written" }, { user: "four" }];
  const { ending, got } = await talk([says("a"), says("b"), says("c")], script({ turns }));
  expect(ending).toEqual({ kind: "answer", text: "c" });
  expect(got.at(-1)!.map(({ content }) => content)).toEqual([
    "one",
    "a",
    "two",
    "b",
    "three",
    "written",
    "four",
  ]);
  expect(got.map((messages) => messages.length)).toEqual([1, 3, 7]);
});

test("what is sent for one turn stands around the last words of the user alone", async () => {
  const around = { prefill: "P", injected: "I", userPrefix: "<", userSuffix: ">" };
  const { got } = await talk([says("a"), says("b")], script({ turns: [{ user: "two" }], around }));
  expect(got[1]!.map(({ content }) => content)).toEqual(["P", "one", "a", "I", "<\n\ntwo\n\n>"]);
  expect(placeAround([{ role: "user", content: "x" }], around).map(({ content }) => content)).toEqual([
    ...["P", "I", "<\n\nx\n\n>"],
  ]);
});

test("a call returns the first result whose name and arguments it has, else the default, as an error", async () => {
  const results = [
    { name: "read", arguments: { path: "a", deep: { b: 1, c: [2] } }, result: "A", isError: false },
    { name: "read", result: "any", isError: false },
    { name: "fail", result: "broken", isError: true },
  ];
  const cases: [Answer, object][] = [
    [calls("read", { deep: { c: [2], b: 1 }, path: "a", more: true }), { content: "A" }],
    [calls("read", { path: "b" }), { content: "any" }],
    [calls("read", "not json"), { content: "any" }],
    [calls("fail"), { content: "broken", isError: true }],
    [calls("other"), { content: "nothing", isError: true }],
  ];
  for (const [call, expected] of cases) {
    const { got, ending } = await talk([call, says("done")], script({ tools: tools({ results }) }));
    expect(ending).toEqual({ kind: "answer", text: "done", calls: call.toolCalls });
    expect(got[1]!.slice(1)).toEqual([
      { role: "assistant", content: "", toolCalls: call.toolCalls },
      { role: "tool", callId: call.toolCalls![0]!.id, ...expected },
    ]);
  }
});

test("folder hints arrive with the first result, once", async () => {
  const given = script({ tools: tools(), around: { toolResult: "HINT" } });
  const { got } = await talk([calls("a"), calls("b"), says("done")], given);
  const results = got.at(-1)!.filter(({ role }) => role === "tool");
  expect(results.map(({ content }) => content)).toEqual(["nothing\n\nHINT", "nothing"]);
});

test("a model that never stops is unmeasured after maxSteps answers", async () => {
  const { ending, got } = await talk(
    Array.from({ length: 20 }, () => calls("a")),
    script({ tools: tools({ maxSteps: 3 }) }),
  );
  expect([ending, got.length]).toMatchObject([
    { kind: "unmeasured", reason: expect.stringMatching(/3 answers/) },
    3,
  ]);
});

test.each<[string, Reply, object]>([
  ["a failure", { kind: "unmeasured", reason: "no" }, { kind: "unmeasured", reason: "no" }],
  ["a stop", { kind: "stopped" }, { kind: "stopped" }],
  ["a cut answer", says("ha", { stop: "length" }), { kind: "unmeasured", output: "ha" }],
  [
    "a call of a tool that nobody scripted",
    calls("rm"),
    { kind: "unmeasured", reason: expect.stringMatching(/rm/) },
  ],
  ["words with such a call", calls("rm", {}, "I will."), { kind: "answer", text: "I will." }],
])("%s ends the conversation", async (_, reply, expected) => {
  expect((await talk([reply], null)).ending).toMatchObject(expected);
});
