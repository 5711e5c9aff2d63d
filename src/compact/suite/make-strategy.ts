import type { CompactionSession, Compaction } from "../../load/index.ts";
import { sha256 } from "../../util/index.ts";
import { createStrategy, type StrategyId } from "../strategies/index.ts";
import type { Strategy } from "../types.ts";

/** Messages that a strategy keeps from the end where the stack, which uses another, names no number. */
const comparedTail = 20;

/** A strategy with the stack's settings, made for one session. */
export function makeStrategy(
  id: StrategyId,
  settings: Compaction,
  session: CompactionSession,
  own: boolean,
): Strategy {
  const { keep } = settings;
  const tail = own || keep.tail > 0 ? keep.tail : comparedTail;
  return createStrategy(
    id,
    { ...settings, keep: { ...keep, tail } },
    {
      gold: goldSummary(session),
      anthropic: {
        beta: "summarize",
        model: "stand-in",
        call: (body) => Promise.resolve(anthropicBlock(body)),
      },
      openai: { form: "compact", model: "stand-in", call: (_, body) => Promise.resolve(openAiItem(body)) },
    },
  );
}

/** Every fact in the order in which it was said: what a summary that loses nothing would say. */
function goldSummary({ facts }: CompactionSession): string {
  const spoken = facts.filter(({ at }) => at !== null).toSorted((a, b) => a.at! - b.at!);
  return spoken.map(({ value }) => value).join("\n");
}

// Stand-ins for the vendors' servers. They show that the conversation around a block is handled well, and nothing of
// what a server keeps.

function anthropicBlock(body: object): object {
  const sealed = sha256(JSON.stringify(body));
  const block = { type: "compaction", content: "Kept by the server.", encrypted_content: sealed };
  return { content: [block], stop_reason: "compaction" };
}

function openAiItem(body: object): object {
  return { output: [{ type: "compaction", id: "cmp_1", encrypted_content: sha256(JSON.stringify(body)) }] };
}
