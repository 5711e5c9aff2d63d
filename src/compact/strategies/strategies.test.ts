import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairProblems, pendingRequest } from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import {
  anInput,
  arbitrarySession,
  compactedOf,
  extractive,
  fromLetters,
  result,
  said,
  saying,
  settings,
  user,
} from "../testing.ts";
import type { CompactionInput, Summarizer } from "../types.ts";
import { createStrategy, type StrategyId } from "./index.ts";

const local: StrategyId[] = [
  ...(["oracle", "summarize-all", "head-tail", "user-messages", "sliding-window", "tool-clearing"] as const),
  ...(["hierarchical", "notes"] as const),
];
const make = (id: StrategyId, changes: Parameters<typeof settings>[0] = {}) =>
  createStrategy(id, settings(changes), { gold: "the gold summary" });
const run = async (
  id: StrategyId,
  messages: ChatMessage[],
  changes = {},
  input: Partial<CompactionInput> = {},
) => compactedOf(await make(id, changes).compact(anInput(messages, input)));
const summary = user("[Summary]\nthe summary");
const long = "z".repeat(300);

/** Keeps every request that it was made. */
function recording(): Summarizer & { histories: string[] } {
  const histories: string[] = [];
  return {
    ...{ id: "recording", histories },
    summarize: (request) => {
      histories.push(request.messages[0]!.content);
      return Promise.resolve({ kind: "summary", text: `summary ${histories.length}` });
    },
  };
}

test("noop keeps everything", async () => {
  expect(await make("noop").compact(anInput(fromLetters("uaua")))).toMatchObject({ kind: "unchanged" });
});

test("oracle gives the summary that is known to be right", async () => {
  const { messages } = await run("oracle", fromLetters("uaua"));
  expect(messages).toEqual([user("[Summary]\nthe gold summary")]);
});

test("summarize-all leaves one summary, and the request that is not answered yet", async () => {
  const answered = fromLetters("uatua");
  expect((await run("summarize-all", answered)).messages).toEqual([summary]);
  const open = fromLetters("uauat");
  const { messages, summaries } = await run("summarize-all", open);
  expect(messages).toEqual([summary, open[2]]);
  expect(summaries).toEqual([0]);
});

describe("head-tail", () => {
  test("keeps start and end word for word, by identity", async () => {
    const messages = fromLetters("uauauaua");
    const { messages: after } = await run("head-tail", messages, { keep: { head: 1, tail: 3 } });
    expect(after).toHaveLength(5);
    expect(after[0]).toBe(messages[0]);
    expect(after[1]).toEqual(summary);
    for (const i of [5, 6, 7]) expect(after[i - 3]).toBe(messages[i]);
  });

  test("moves a cut off a tool result: back to its call, or over it", async () => {
    const messages = fromLetters("uauatata");
    const back = await run("head-tail", messages, { keep: { head: 1, tail: 2 } });
    expect(back.messages.slice(-3)).toEqual(messages.slice(-3));
    expect(back.messages).toHaveLength(5);
    const on = await run("head-tail", messages, { keep: { head: 1, tail: 2, pairs: "summarize" } });
    expect(on.messages).toEqual([messages[0], summary, messages[7]]);
  });

  test("leaves old tool outputs out of what is summarised, and the tail alone", async () => {
    const summarizer = recording();
    const messages = [
      user("u"),
      said("", "a"),
      result("a", long),
      said("done"),
      user("v"),
      said("", "b"),
      result("b", long),
    ];
    const changes = { keep: { tail: 3 }, prune: { chars: 200, marker: "[{{chars}} gone]" } };
    const { messages: after } = await run("head-tail", messages, changes, { summarizer });
    expect(summarizer.histories[0]).toContain("[300 gone]");
    expect(summarizer.histories[0]).not.toContain(long);
    expect(after.at(-1)).toBe(messages.at(-1));
  });

  test("puts an earlier summary into the new one", async () => {
    const summarizer = recording();
    const earlier = user("[Summary]\nEARLIER");
    const messages = [...fromLetters("u"), earlier, ...fromLetters("auaua")];
    const changes = { keep: { head: 1, tail: 2 } };
    const { messages: after } = await run("head-tail", messages, changes, {
      summarizer,
      summaries: new Set([earlier]),
    });
    expect(summarizer.histories[0]).toContain("EARLIER");
    expect(after.filter(({ content }) => content.startsWith("[Summary]"))).toHaveLength(1);
  });
});

describe("user-messages", () => {
  test("keeps what the user said, and summarises the rest behind it", async () => {
    const messages = fromLetters("uatua");
    const { messages: after, summaries } = await run("user-messages", messages);
    expect(after).toEqual([messages[0], messages[3], summary]);
    expect(summaries).toEqual([2]);
  });

  test("keeps the newest up to its limit, cuts the one that does not fit, and never the open request", async () => {
    const words = "word ".repeat(400);
    const messages = [user(`old ${words}`), said("a"), user(`mid ${words}`), said("b"), user(`new ${words}`)];
    const { messages: after } = await run("user-messages", messages, { keep: { userTokens: 100 } });
    expect(after).toHaveLength(3);
    expect(after[0]!.content).toMatch(/^mid word .*\n\[\.\.\. the rest of this message was cut \.\.\.\]$/s);
    expect(after[0]!.content.length).toBeLessThan(500);
    expect(after[1]).toBe(messages[4]);
  });
});

test("sliding-window keeps the newest, and says that something is missing", async () => {
  const messages = fromLetters("uauauaua");
  const { messages: after, summaries } = await run("sliding-window", messages, { keep: { tail: 2 } });
  expect(after.slice(1)).toEqual(messages.slice(-2));
  expect(after[0]!.content).toContain("left out");
  expect(summaries).toEqual([0]);
});

test("tool-clearing empties old results and moves nothing", async () => {
  const messages = [
    user("u"),
    said("", "a"),
    result("a", long),
    said("", "b"),
    result("b", long),
    said("", "c"),
    result("c", "short"),
  ];
  const { messages: after } = await run("tool-clearing", messages, { keep: { tail: 3 } });
  expect(after.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
  expect(after[2]).toEqual(result("a", "[tool output of 300 characters left out]"));
  for (const i of [0, 1, 3, 4, 5, 6]) expect(after[i]).toBe(messages[i]);
});

test("hierarchical summarises parts, and then their summaries", async () => {
  const summarizer = recording();
  const { messages, summarizerRequests } = await run(
    "hierarchical",
    fromLetters("ua".repeat(25)),
    {},
    { summarizer },
  );
  expect(summarizerRequests).toHaveLength(4);
  expect(summarizer.histories[3]).toMatch(/summary 1.*summary 2.*summary 3/s);
  expect(messages).toEqual([user("[Summary]\nsummary 4")]);
});

describe("notes", () => {
  test("are written before anything is left out, and read back into the fresh window", async () => {
    const { messages } = await run("notes", fromLetters("uaua"));
    expect(messages).toEqual([user("[Notes that you wrote before this window]\nthe summary")]);
  });

  test("that did not arrive leave the history as it was", async () => {
    const notes = { write: () => {}, read: () => null };
    const strategy = createStrategy("notes", settings(), { notes });
    expect(await strategy.compact(anInput(fromLetters("uaua")))).toMatchObject({ kind: "failed" });
  });
});

const changes = { keep: { head: 1, tail: 2, exchanges: 0 }, prune: { chars: 20, marker: "[cut]" } };

test.each<StrategyId>(["summarize-all", "head-tail", "user-messages", "hierarchical", "notes"])(
  "%s fails with a summarizer that throws or says nothing, and asks it once",
  async (id) => {
    let asked = 0;
    const asking = (summarize: Summarizer["summarize"]): Summarizer => ({
      id: "x",
      summarize: (...task) => {
        asked++;
        return summarize(...task);
      },
    });
    const throwing = asking(() => Promise.reject(new Error("boom")));
    for (const summarizer of [throwing, asking(saying(" ").summarize)]) {
      asked = 0;
      const outcome = await make(id, changes).compact(anInput(fromLetters("uauauauaua"), { summarizer }));
      expect(outcome).toMatchObject({
        kind: "failed",
        reason: expect.stringMatching(/boom|empty/) as string,
      });
      expect(asked).toBe(1);
    }
  },
);

describe.each(local)("%s", (id) => {
  test("keeps pairs, the open request and what is pinned, and has nothing to do right after, in any session", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession, fc.nat(30), async (messages, pick) => {
        const users = messages.filter(({ role }) => role === "user");
        const pinned = new Set([users[pick % users.length]!]);
        const input = anInput(messages, { pinned, summarizer: extractive(), budget: 400 });
        const strategy = make(id, changes);
        const outcome = await strategy.compact(input);
        if (outcome.kind !== "compacted") {
          expect(outcome.kind).toBe("unchanged");
          return;
        }
        expect(pairProblems(outcome.messages)).toEqual([]);
        const pending = pendingRequest(messages, pinned);
        if (pending !== null)
          expect(outcome.messages.filter((message) => message === pending)).toHaveLength(1);
        for (const message of pinned) expect(outcome.messages).toContain(message);
        const summaries = new Set(outcome.summaries.map((i) => outcome.messages[i]!));
        for (const message of outcome.messages) {
          if (summaries.has(message) || message.content === "[cut]") continue;
          expect(messages).toContain(message);
        }
        expect(strategy.idle!({ ...input, messages: outcome.messages, summaries })).not.toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
