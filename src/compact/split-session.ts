import type { ChatMessage } from "../model/index.ts";
import type { Said } from "./session/index.ts";

/** Something that happens right before the message with this index. */
export interface Edit {
  at: number;
  event: Extract<Said, { event: unknown }>["event"];
}

/**
 * Cuts a conversation into so many segments of about equal length, for a session that is compacted after each. Cuts
 * stand before user messages, so that no call is parted from its results; a conversation with too few of them gives
 * fewer segments. The last segment ends as the conversation does.
 */
export function splitSession(
  messages: readonly ChatMessage[],
  generations: number,
  edits: readonly Edit[] = [],
): Said[][] {
  const starts = messages.flatMap(({ role }, index) => (role === "user" && index > 0 ? [index] : []));
  const cuts: number[] = [];
  for (let g = 1; g < generations; g++) {
    const wanted = Math.round((messages.length * g) / generations);
    const start = starts.find((index) => index >= wanted && index > (cuts.at(-1) ?? 0));
    if (start !== undefined) cuts.push(start);
  }
  const bounds = [0, ...cuts, messages.length];
  return bounds.slice(1).map((end, i) => {
    const isLast = end === messages.length;
    const within = (at: number): boolean => at >= bounds[i]! && (at < end || isLast);
    const said: Said[] = messages
      .slice(bounds[i], end)
      .flatMap((message, j) => [
        ...edits.filter(({ at }) => at === bounds[i]! + j).map(({ event }) => ({ event })),
        message,
      ]);
    const late = isLast
      ? edits.filter(({ at }) => at >= end && within(at)).map(({ event }) => ({ event }))
      : [];
    return [...said, ...late];
  });
}
