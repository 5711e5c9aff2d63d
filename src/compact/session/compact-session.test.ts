import { describe, expect, test } from "vitest";
import { sha256 } from "../../util/index.ts";
import { transcriptText } from "../history/index.ts";
import { memoryArchive } from "../hooks/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { result, said, saying, settings, user } from "../testing.ts";
import type { Summarizer } from "../types.ts";
import { createStrategy } from "../strategies/index.ts";
import { compactSession } from "./compact-session.ts";
import { aStack, compactDemo, demoSettings, errorsOf, kindsOf, memory, talk } from "./testing.ts";
import * as s from "../../assemble/testing-session.ts";

const contents = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content);
const directives = "## Compaction\n\nPreserve PORT=4711.";

describe("a boundary", () => {
  test("says what a provider would receive before and after it", async () => {
    const messages = talk(3);
    const [boundary] = await compactDemo([messages]);
    expect(boundary).toMatchObject({
      generation: 1,
      strategy: "summarize-all",
      observable: true,
      trigger: "auto",
      attempts: 1,
    });
    expect(boundary!.before.request.messages).toEqual(messages);
    expect(boundary!.before.request.system).toBe(boundary!.before.assembly.text);
    expect(boundary!.after.request.system).toContain(memory);
    expect(contents(boundary!.after.request.messages)).toEqual([
      expect.stringMatching(/^\[Summary\]\n/),
      "Go on.",
    ]);
    expect(boundary!.tokens.after).toBeLessThan(boundary!.tokens.before);
    expect(boundary!.findings).toEqual([]);
  });

  test("of a second generation begins with what the first left", async () => {
    const boundaries = await compactDemo([talk(3), talk(3, 3)]);
    const [first, second] = boundaries;
    expect(second!.generation).toBe(2);
    expect(second!.before.request.messages[0]).toBe(first!.after.request.messages[0]);
    expect(second!.before.request.messages).toHaveLength(13);
    expect(contents(second!.after.request.messages)[0]).toContain("port 48200");
    expect(errorsOf(boundaries)).toEqual([]);
  });

  test("in the middle of a turn keeps the open request, once", async () => {
    const open = [user("Do the last thing."), said("I look.", "z"), result("z")];
    const boundaries = await compactDemo([[...talk(3), ...open]]);
    expect(contents(boundaries[0]!.after.request.messages).slice(1)).toEqual(["Do the last thing."]);
    expect(errorsOf(boundaries)).toEqual([]);
  });

  test("after an answered turn is followed by what the user says next", async () => {
    const [first] = await compactDemo([talk(3), talk(3, 3)]);
    expect(first!.after.request.messages.at(-1)).toEqual(talk(1, 3)[0]);
  });

  test("with too little history is none: no hook, no archive, nothing changed", async () => {
    const [boundary] = await compactDemo([[]]);
    expect(boundary).toMatchObject({ outcome: { kind: "unchanged" }, hooks: [], archive: null, attempts: 0 });
    expect(kindsOf([boundary!])).toEqual(["history-kept"]);
  });

  test("what holds for a turn alone stands around its message, and is gone with it", async () => {
    const turn = { event: s.turn({ recall: "RECALLED", prefill: "PREFILL" }) };
    const [boundary] = await compactDemo([[...talk(2), turn, ...talk(1, 2)]]);
    expect(boundary!.before.request.system).toContain("RECALLED");
    expect(boundary!.before.request.messages[0]).toEqual(user("PREFILL"));
    expect([...boundary!.before.around]).toEqual([user("PREFILL")]);
    expect(JSON.stringify(boundary!.after.request)).not.toMatch(/RECALLED|PREFILL/);
    expect(errorsOf([boundary!])).toEqual([]);
  });
});

describe("the summarizer", () => {
  test("is told directives and focus as instructions, and the history without memory", async () => {
    const [boundary] = await compactDemo([talk(3)], { focus: ["the parser"], trigger: "manual" });
    const { outcome } = boundary!;
    const [request] = outcome.kind === "compacted" ? outcome.summarizerRequests : [];
    expect(request!.system).toContain(directives);
    expect(request!.system).not.toContain("Be brief.");
    expect(request!.system).toContain("the parser");
    expect(request!.messages[0]!.content).not.toContain("PORT=4711");
    expect(errorsOf([boundary!])).toEqual([]);
  });

  test("is told no directives where the stack keeps them from it", async () => {
    const own = demoSettings({ directives: { layer: "once", section: "## Compaction", to: "none" } });
    const [boundary] = await compactDemo([talk(3)], { settings: own });
    const { outcome } = boundary!;
    expect(outcome.kind === "compacted" && outcome.summarizerRequests[0]!.system).not.toContain("PORT");
    expect(errorsOf([boundary!])).toEqual([]);
  });

  test("is told what the layers of its channel say", async () => {
    const { everyLook } = s;
    const layers = [
      ...everyLook.layers,
      { id: "how", tier: "turn", channel: "summarizer", read: "turn", source: { value: "recall" } },
    ];
    const combination = aStack({
      stack: { layers, inputs: { ...everyLook.inputs, recall: { type: "text", default: "BE TERSE" } } },
    });
    const [boundary] = await compactDemo([talk(3)], { combination });
    const { outcome } = boundary!;
    expect(outcome.kind === "compacted" && outcome.summarizerRequests[0]!.system).toContain("BE TERSE");
  });

  test.each<[string, Summarizer]>([
    ["fails", { id: "x", summarize: () => Promise.resolve({ kind: "failed", reason: "no network" }) }],
    ["throws", { id: "x", summarize: () => Promise.reject(new Error("no network")) }],
  ])("that %s is asked as often as the stack lets it, and the history stays", async (_, summarizer) => {
    const messages = talk(3);
    const [boundary] = await compactDemo([messages], { summarizer });
    expect(boundary).toMatchObject({ attempts: 3, outcome: { kind: "failed", reason: "no network" } });
    expect(boundary!.after.request.messages.slice(0, -1)).toEqual(messages);
    expect(boundary!.hooks).toHaveLength(1);
    expect(boundary!.findings).toMatchObject([{ kind: "history-kept", severity: "warning" }]);
  });

  test("that takes too long has failed", async () => {
    const summarizer: Summarizer = { id: "x", summarize: () => new Promise(() => {}) };
    const own = demoSettings({ maxAttempts: 1 });
    const [boundary] = await compactDemo([talk(3)], { settings: own, summarizer, attemptTimeout: 10 });
    expect(boundary!.outcome).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("10 ms") as string,
    });
  });

  test("whose summary is not smaller than the history is refused", async () => {
    const [boundary] = await compactDemo([talk(3)], { summarizer: saying("x".repeat(20_000)) });
    expect(boundary!.outcome).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("not smaller") as string,
    });
    expect(errorsOf([boundary!])).toEqual([]);
  });
});

describe("hooks", () => {
  test("PreCompact runs once before anything changes, with trigger and whole transcript, and archives it", async () => {
    const messages = talk(3);
    const calls: unknown[] = [];
    const archive = memoryArchive();
    const hooks = {
      PreCompact: (call: { trigger: string; transcript: readonly ChatMessage[] }) =>
        void calls.push([call.trigger, call.transcript.length]),
    };
    const summarizer: Summarizer = {
      id: "x",
      summarize: () => {
        expect(calls).toHaveLength(1);
        return Promise.resolve({ kind: "failed", reason: "no" });
      },
    };
    const [boundary] = await compactDemo([messages], { hooks, archive, trigger: "manual", summarizer });
    expect(calls).toEqual([["manual", 12]]);
    expect(boundary!.hooks).toEqual([{ event: "PreCompact", trigger: "manual", verdict: "ok" }]);
    expect(boundary!.archive).toBe(sha256(transcriptText(messages)));
    expect(
      archive
        .get(boundary!.archive!)!
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(messages);
  });

  test.each([
    ["refuses", () => ({ decision: "deny" as const, reason: "not now" }), "PreCompact refused: not now"],
    ["throws", () => Promise.reject(new Error("broken")), "PreCompact failed: broken"],
    ["takes too long", () => new Promise<void>(() => {}), "PreCompact failed: the hook took more than 20 ms"],
  ])(
    "one that %s leaves the history as it was, and no summary is asked for",
    async (_, PreCompact, reason) => {
      const messages = talk(3);
      const summarizer: Summarizer = { id: "x", summarize: () => expect.unreachable() };
      const own = demoSettings({
        hooks: { PreCompact: { archive: true, onFailure: "refuse", timeout: 20 } },
      });
      const [boundary] = await compactDemo([messages], { settings: own, hooks: { PreCompact }, summarizer });
      expect(boundary!.outcome).toEqual({ kind: "unchanged", reason });
      expect(boundary!.after.request.messages.slice(0, -1)).toEqual(messages);
      expect(boundary!.findings).toMatchObject([{ kind: "history-kept", args: { reason } }]);
    },
  );

  test("a failure may be ignored, a refusal never", async () => {
    const own = demoSettings({
      hooks: { PreCompact: { archive: true, onFailure: "ignore", timeout: 1000 } },
    });
    const failing = { PreCompact: () => Promise.reject(new Error("broken")) };
    expect((await compactDemo([talk(3)], { settings: own, hooks: failing }))[0]!.outcome.kind).toBe(
      "compacted",
    );
    const refusing = { PreCompact: () => ({ decision: "deny" as const }) };
    expect((await compactDemo([talk(3)], { settings: own, hooks: refusing }))[0]!.outcome.kind).toBe(
      "unchanged",
    );
  });

  test("an archive that cannot be read back refuses", async () => {
    const archive = { put: () => sha256("x"), get: () => null };
    const [boundary] = await compactDemo([talk(3)], { archive });
    expect(boundary!.outcome).toMatchObject({
      kind: "unchanged",
      reason: expect.stringContaining("read back") as string,
    });
  });

  test("run once for each boundary, PostCompact only after one", async () => {
    const own = demoSettings({ hooks: { PostCompact: { onFailure: "refuse", timeout: 1000 } } });
    const hooks = { PreCompact: () => {}, PostCompact: () => {} };
    const boundaries = await compactDemo([talk(3), talk(3, 3)], {
      settings: own,
      hooks,
      trigger: ["manual", "auto"],
    });
    expect(boundaries.map((one) => one.hooks.map(({ event, trigger }) => `${event} ${trigger}`))).toEqual([
      ["PreCompact manual", "PostCompact manual"],
      ["PreCompact auto", "PostCompact auto"],
    ]);
    const failed = await compactDemo([talk(3)], { settings: own, hooks, summarizer: saying(" ") });
    expect(failed[0]!.hooks.map(({ event }) => event)).toEqual(["PreCompact"]);
    expect(errorsOf([...boundaries, ...failed])).toEqual([]);
  });
});

describe("a stop", () => {
  test("with advice when the fixed prompt alone is over the limit; nothing is asked", async () => {
    const [boundary] = await compactDemo([talk(3)], { budget: 10 });
    expect(boundary).toMatchObject({ attempts: 0, hooks: [], outcome: { kind: "failed" } });
    expect(boundary!.findings).toMatchObject([
      {
        kind: "history-kept",
        severity: "warning",
        message: expect.stringMatching(/alone has \d+ tokens of 10.*Shorten/) as string,
      },
    ]);
  });

  test("after the first boundary of a stack that compacts once", async () => {
    const own = demoSettings({ trigger: { once: true } });
    const boundaries = await compactDemo([talk(3), talk(3, 3)], { settings: own });
    expect(boundaries.map(({ outcome }) => outcome.kind)).toEqual(["compacted", "unchanged"]);
  });
});

describe("a file that changes in the session", () => {
  const notice = "RELOADED\n";

  test("in a layer that is read anew: the new text is in the next request and the old is not", async () => {
    const layers = s.everyLook.layers.map((layer) =>
      layer.id === "once" ? { ...layer, onCompact: "reread" } : layer,
    );
    const combination = aStack({ stack: { layers } });
    const open = user("And now?");
    const boundaries = await compactDemo([[...talk(3), { event: s.write("ONCE.md", "NEW RULE") }, open]], {
      combination,
    });
    expect(boundaries[0]!.before.request.system).toContain(memory);
    expect(boundaries[0]!.after.request.system).toContain("NEW RULE");
    expect(boundaries[0]!.after.request.system).not.toContain("Use pnpm");
    expect(errorsOf(boundaries)).toEqual([]);
  });

  test("in a layer that is kept: the old text stays, in every generation", async () => {
    const boundaries = await compactDemo([[...talk(3), { event: s.write("ONCE.md", "NEW") }], talk(3, 3)]);
    for (const { after } of boundaries) expect(after.request.system).toContain(memory);
    expect(errorsOf(boundaries)).toEqual([]);
  });

  test("in a watched layer: the newest notice stays whole, the older one goes", async () => {
    const old = { event: s.write("WATCH.md", "first rule") };
    const newest = { event: s.write("WATCH.md", "second rule") };
    const boundaries = await compactDemo([
      [...talk(2), old, ...talk(2, 2), newest, ...talk(1, 4)],
      talk(3, 5),
    ]);
    expect(contents(boundaries[0]!.before.request.messages)).toContain(`${notice}first rule`);
    for (const { after } of boundaries) {
      expect(contents(after.request.messages)).toContain(`${notice}second rule`);
      expect(contents(after.request.messages).join()).not.toContain("first rule");
    }
    expect(kindsOf(boundaries)).toEqual([]);
  });

  test("in a watched layer of a stack that summarises notices: one that the summary shortens is lost, and that is found", async () => {
    const combination = aStack({ stack: { session: { shrinkInjected: 800 } } });
    const edit = { event: s.write("WATCH.md", "Bake at two hundred degrees.") };
    const boundaries = await compactDemo([[...talk(2), edit, ...talk(3, 2)]], {
      combination,
      summarizer: saying("Bake."),
    });
    expect(errorsOf(boundaries)).toEqual(["rule-lost"]);
    expect(boundaries[0]!.findings[0]!.args).toMatchObject({ stack: "demo", generation: 1, fact: "watch" });
  });

  test("a notice never stands between a call and its result", async () => {
    const edit = { event: s.write("WATCH.md", "rule") };
    const [boundary] = await compactDemo([
      [user("u"), said("I look.", "a"), edit, result("a"), said("Done.")],
    ]);
    expect(boundary!.before.request.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
    ]);
  });
});

test("after the first boundary a bounded reminder tells the files that were touched, once", async () => {
  const own = demoSettings({
    reminder: { heading: "Touched:", items: 2, itemChars: 20, maxChars: 200, omitted: "... {{count}} more" },
  });
  const reads = ["a.ts", "b.ts", "c.ts"].map((path) => ({ event: s.read(path) }));
  const boundaries = await compactDemo([[...talk(3), ...reads], talk(3, 3)], { settings: own });
  const told = boundaries.map(({ after }) =>
    contents(after.request.messages).filter((text) => text.startsWith("Touched:")),
  );
  expect(told[0]).toEqual(["Touched:\n- a.ts\n- b.ts\n... 1 more"]);
  expect(told[1]).toEqual([]);
  expect(errorsOf(boundaries)).toEqual([]);
});

test("a stack that says nothing of compaction cannot be compacted", async () => {
  const strategy = createStrategy("noop", settings());
  const run = compactSession({
    combination: aStack(),
    segments: [talk(1)],
    strategy,
    summarizer: saying("x"),
  });
  await expect(run).rejects.toThrow(/stack demo says nothing of compaction/);
});
