import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairProblems } from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { strategyIds } from "../../schema/index.ts";
import { compactDemo, demoSettings, errorsOf } from "../session/testing.ts";
import { createStrategy, type StrategyOptions } from "../strategies/index.ts";
import { arbitrarySession } from "../testing.ts";

describe("random sessions", () => {
  const block = { type: "compaction", content: "kept", encrypted_content: "c2VhbGVk" };
  const options = {
    gold: "gold",
    anthropic: {
      model: "m",
      beta: "summarize",
      call: () => Promise.resolve({ content: [block], stop_reason: "compaction" }),
    },
    openai: { model: "m", form: "compact", call: () => Promise.resolve({ output: [block] }) },
  } satisfies StrategyOptions;

  test.each(strategyIds)("keep every invariant with %s, over two generations", async (id) => {
    const settings = demoSettings({ keep: { head: 1, tail: 3 }, prune: { chars: 20, marker: "[cut]" } });
    const strategy = createStrategy(id, settings, options);
    let compactions = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession,
        arbitrarySession,
        fc.constantFrom("manual", "auto"),
        async (one, two, trigger) => {
          const later = two.map((message): ChatMessage => renamed(message));
          // A session never goes on with a request while calls are open.
          fc.pre(pairProblems([...one, ...later]).length === 0);
          const boundaries = await compactDemo([one, later], {
            settings,
            strategy,
            trigger,
            budget: 2000,
          });
          expect(errorsOf(boundaries)).toEqual([]);
          for (const { outcome, tokens } of boundaries) {
            if (outcome.kind === "compacted") compactions++;
            if (outcome.kind === "compacted" && strategy.observable)
              expect(tokens.after).toBeLessThan(tokens.before);
            else if (outcome.kind !== "compacted") expect(tokens.after).toBe(tokens.before);
          }
        },
      ),
      { numRuns: 20 },
    );
    // Of forty boundaries; a session may be too small for a summary to be smaller.
    if (id !== "noop") expect(compactions).toBeGreaterThan(20);
  });
});

/** Call ids are new in each generation. */
function renamed(message: ChatMessage): ChatMessage {
  if (message.role === "tool") return { ...message, callId: `2-${message.callId}` };
  if (message.role !== "assistant" || message.toolCalls === undefined) return { ...message };
  return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, id: `2-${call.id}` })) };
}
