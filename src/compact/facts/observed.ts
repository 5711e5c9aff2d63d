import type { Assembly } from "../../assemble/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { messageSentences, messageText, unlabelled } from "../history/index.ts";
import type { Boundary } from "../types.ts";
import { type SearchText, searchText } from "./match-value.ts";
import type { FactPlace } from "./types.ts";

/** One text of the next request, in the order in which a model reads it. */
export interface ObservedPart extends SearchText {
  place: FactPlace;
}

/** The next request, as far as facts are looked for in it. */
export interface Observed {
  parts: ObservedPart[];
  /** Sentences that were said in the session. */
  said: ReadonlySet<string>;
  /** Sentences of summaries that nobody said word for word, without their labels. */
  unsaid(): readonly string[];
}

const messages = new WeakMap<ChatMessage, SearchText>();

/** A message as it is looked through; each is normalised once, however many boundaries it passes. */
function searchMessage(message: ChatMessage): SearchText {
  let searched = messages.get(message);
  if (searched === undefined) messages.set(message, (searched = searchText(messageText(message))));
  return searched;
}

/**
 * Splits the next request into memory, what stayed, and what the strategy wrote. What the user says after the boundary
 * is left out: it would give back what was lost.
 */
export function observe(boundary: Boundary, said: ReadonlySet<string>): Observed {
  const { after, outcome, expectations } = boundary;
  const written = new Set(
    outcome.kind === "compacted" ? outcome.summaries.map((index) => outcome.messages[index]!) : [],
  );
  const earlier = (message: ChatMessage): boolean =>
    expectations.notUsers.has(message) && !isNotice(message, boundary);
  const all = after.request.messages.filter((message) => !after.around.has(message));
  const conversation = expectations.pending === null ? all.slice(0, -1) : all;
  const parts = [
    ...memoryTexts(after.assembly).map((one): ObservedPart => ({ ...searchText(one), place: "memory" })),
    ...conversation.map((message): ObservedPart => {
      const searched = searchMessage(message);
      if (isNotice(message, boundary)) return { ...searched, place: "memory" };
      return { ...searched, place: written.has(message) || earlier(message) ? "summary" : "kept" };
    }),
  ];
  let unsaid: string[] | undefined;
  return {
    ...{ said, parts },
    unsaid: () =>
      (unsaid ??= [...written].flatMap(messageSentences).flatMap((sentence) => {
        const bare = unlabelled(sentence);
        return said.has(bare) || said.has(sentence) ? [] : [bare];
      })),
  };
}

/** What the prompt itself says, wherever it stands in a request. */
export function memoryTexts({ text, channels }: Assembly): string[] {
  const { prefill, injected, user_prefix, user_suffix } = channels;
  return [
    text,
    ...[prefill, injected, user_prefix, user_suffix].flatMap((one) => (one === undefined ? [] : [one.text])),
  ];
}

/** A message that tells of a changed rule is memory that stands in the conversation. */
function isNotice({ role, content }: ChatMessage, { expectations }: Boundary): boolean {
  return role === "user" && expectations.rules.some(({ newest }) => content === newest);
}
