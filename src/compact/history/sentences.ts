import type { ChatMessage } from "../../model/index.ts";
import { messageText } from "./message-text.ts";

const parts = new WeakMap<ChatMessage, readonly string[]>();

/** The lines of a message cut into sentences, without blank ones and code fences; each message is cut once. */
export function messageSentences(message: ChatMessage): readonly string[] {
  let cut = parts.get(message);
  if (cut === undefined) parts.set(message, (cut = sentences(messageText(message))));
  return cut;
}

/** The lines of a text cut into sentences, without blank ones and code fences. */
export function sentences(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !/^\s*(```|~~~)/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?。！？])(?=\s)|(?<=[。！？])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

// No letters around it: "cannot" and "don't" are words of their own, "notable" is none of them.
const negations =
  /(?<![\p{L}\p{N}])(never|not|no|none|nothing|neither|nor|without|cannot|forbidden|[a-z]+n['’]t|nie|niemals|nicht|kein\w*|jamais|pas|sans|nunca|sin|не|нет|никогда|нельзя|ни)(?![\p{L}\p{N}])/giu;

/** Whether a sentence forbids or denies something. */
export function isNegated(sentence: string): boolean {
  negations.lastIndex = 0;
  return negations.test(sentence);
}

/** A sentence without its negations, as a key: two with one key and one negation say the opposite. */
export function withoutNegation(sentence: string): string {
  return words(
    sentence
      .replaceAll(negations, " ")
      .replaceAll(/(?<![\p{L}])(do|does|did|is|are|be|will)(?![\p{L}])/giu, " "),
  ).join(" ");
}

/** Lower-case words and numbers of a text, in order. */
export function words(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Tokens that hold a digit and are at least three long: ports, versions, hashes, amounts, dates. */
export function numbers(text: string): string[] {
  if (!/\p{N}/u.test(text)) return [];
  const tokens = text.match(/\p{N}+(?:[.,:-]\p{N}+)+|[\p{L}\p{N}]+/gu) ?? [];
  return tokens.filter((token) => token.length > 2 && /\p{N}/u.test(token));
}

/** Whether two numbers are a slip apart: of one length, and one sign differs or two changed places. */
export function isNearNumber(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let differ = 0;
  for (let i = 0; i < one.length && differ < 3; i++) if (one[i] !== other[i]) differ++;
  return differ === 1 || (differ === 2 && [...one].toSorted().join() === [...other].toSorted().join());
}

const numbersOf = new WeakMap<ChatMessage, readonly string[]>();

/** {@link numbers} of a message, found once. */
export function messageNumbers(message: ChatMessage): readonly string[] {
  let found = numbersOf.get(message);
  if (found === undefined) numbersOf.set(message, (found = numbers(messageText(message))));
  return found;
}
