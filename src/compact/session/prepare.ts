import { type Archive } from "../hooks/index.ts";
import type { Compaction } from "../../load/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { findSections } from "../directives.ts";
import { shareOf } from "../trigger.ts";
import type { CompactionInput, Trigger } from "../types.ts";
import type { CompactSession } from "./compact-session.ts";
import { type Conversation, pinnedNotices, supersededNotices, textOfLayer } from "./conversation.ts";

/** A session while it is compacted again and again. */
export interface Run {
  session: CompactSession;
  settings: Compaction;
  conversation: Conversation;
  count: (text: string) => number;
  size: (message: ChatMessage) => number;
  archive: Archive;
}

/** Why no compaction is tried at all; `fails` where that must not go on. */
export function whyNot(
  { session, settings, conversation }: Run,
  input: CompactionInput,
  fixed: number,
): { text: string; fails: boolean } | null {
  const { trigger } = settings;
  const limit = input.budget * (shareOf(trigger, input.budget) ?? 1);
  if (fixed >= limit) {
    const text = `the system prompt alone has ${fixed} tokens of ${Math.floor(limit)}, so no compaction can help. Shorten the memory files, or take a model with a larger window.`;
    return { text, fails: true };
  }
  if (trigger.once && conversation.compactions > 0) {
    return { text: "this stack compacts a session once", fails: false };
  }
  const idle = session.strategy.idle?.(input) ?? null;
  return idle === null ? null : { text: idle, fails: false };
}

/** What the strategy is given. */
export function inputOf(
  run: Run,
  trigger: Trigger,
  focus: string | null,
  directives: string | null,
): CompactionInput {
  const { session, conversation, count, size } = run;
  const { assembly } = conversation;
  const superseded = supersededNotices(conversation);
  return {
    messages: [
      ...lostLayers(conversation),
      ...conversation.messages.filter((message) => !superseded.has(message)),
    ],
    summaries: conversation.summaries,
    pinned: pinnedNotices(conversation),
    ...{ trigger, focus, directives, count, size },
    instructions: assembly.channels.summarizer?.text ?? "",
    budget: session.budget ?? session.combination.model.window ?? Infinity,
    summarizer: session.summarizer,
  };
}

/** Layers that the stack has summarised stand in the history that the summarizer sees. */
function lostLayers({ combination, assembly }: Conversation): ChatMessage[] {
  const ids = combination.stack.layers
    .filter(({ onCompact }) => onCompact === "summarize")
    .map(({ id }) => id);
  return ids.flatMap((id): ChatMessage[] => {
    const content = textOfLayer(assembly, id);
    return content === null ? [] : [{ role: "user", content }];
  });
}

/** What a layer tells the compactor to preserve. */
export function directivesOf({ assembly }: Conversation, { directives }: Compaction): string | null {
  const text = directives === undefined ? null : textOfLayer(assembly, directives.layer);
  return text === null ? null : findSections(text, directives!.section);
}
