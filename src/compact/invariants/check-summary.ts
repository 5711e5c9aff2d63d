import {
  claimsApproval,
  isForgedTag,
  isInstructionLike,
  isNearNumber,
  isNegated,
  messageNumbers,
  messageSentences,
  numbers,
  sentences,
  unlabelled,
  withoutNegation,
  words,
} from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { Boundary } from "../types.ts";
import type { Report } from "./context.ts";

/**
 * What is wrong with the summaries of a boundary, as far as it can be told without a model. A sentence that was said
 * word for word is never wrong here, nor is what the stack itself puts around a summary.
 */
export function checkSummaries(
  boundary: Boundary,
  isFrame: (sentence: string) => boolean,
  report: Report,
): void {
  const { outcome, before, observable } = boundary;
  if (outcome.kind !== "compacted" || !observable) return;
  const source = before.request.messages;
  let known: Source | undefined;
  for (const index of outcome.summaries) {
    const { content } = outcome.messages[index]!;
    if (content.trim() === "") report("summary-missing", "summary", {});
    if ((content.match(/^ {0,3}(?:```|~~~)/gm) ?? []).length % 2 === 1)
      report("summary-fence", "summary", {});
    known ??= sourceOf(source);
    const own = sentences(content)
      .map(unlabelled)
      .filter((sentence) => !isFrame(sentence));
    const unsaid = own.filter((sentence) => !known!.sentences.has(sentence));
    for (const sentence of unsaid) checkSentence(sentence, known, report);
    if (isForeign(unsaid, source)) report("summary-language", "summary", {});
  }
}

interface Source {
  messages: readonly ChatMessage[];
  sentences: ReadonlySet<string>;
  /** Made when a sentence asks for it. */
  numbers?: ReadonlySet<string>;
  rules?: ReadonlyMap<string, string>;
}

function sourceOf(messages: readonly ChatMessage[]): Source {
  const said = new Set<string>();
  for (const message of messages) {
    for (const sentence of messageSentences(message)) {
      said.add(sentence);
      if (sentence.startsWith("[") || sentence.startsWith("Earlier")) said.add(unlabelled(sentence));
    }
  }
  return { messages, sentences: said };
}

function checkSentence(text: string, source: Source, report: Report): void {
  if (isForgedTag(text)) report("summary-tag", "summary", { text });
  else if (isInstructionLike(text)) report("summary-instruction", "summary", { text });
  if (claimsApproval(text)) report("summary-approval", "summary", { text });
  const said = (source.numbers ??= new Set(source.messages.flatMap(messageNumbers)));
  for (const number of numbers(text)) {
    if (said.has(number)) continue;
    const near = [...said].find((other) => isNearNumber(number, other));
    if (near !== undefined) report("summary-number", number, { source: near });
  }
  const rules = (source.rules ??= rulesOf(source.messages));
  const opposite = rules.get(`${isNegated(text) ? "+" : "-"}${withoutNegation(text)}`);
  if (opposite !== undefined) report("summary-negation", "summary", { text, source: opposite });
}

/** Sentences by what they say without negation, with the sign of whether they are negated. */
function rulesOf(messages: readonly ChatMessage[]): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const message of messages) {
    for (const sentence of messageSentences(message)) {
      const key = withoutNegation(sentence);
      if (key !== "") rules.set(`${isNegated(sentence) ? "-" : "+"}${key}`, sentence);
    }
  }
  return rules;
}

/** Whether sentences that nobody said are of words that nobody said: another language, or free invention. */
function isForeign(unsaid: readonly string[], source: readonly ChatMessage[]): boolean {
  const own = unsaid.flatMap(words).filter(({ length }) => length > 3);
  if (own.length < 8) return false;
  const stems = new Set(source.flatMap((message) => messageSentences(message).flatMap(words)).map(stem));
  if (stems.size < 8) return false;
  return own.filter((word) => stems.has(stem(word))).length < own.length * 0.2;
}

/** Five letters, so that endings do not count. */
function stem(word: string): string {
  return word.slice(0, 5);
}
