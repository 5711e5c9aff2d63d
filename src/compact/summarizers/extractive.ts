import {
  claimsApproval,
  isInstructionLike,
  isNegated,
  messageSentences,
  numbers,
  words,
} from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { Summarizer, SummaryTask } from "../types.ts";

/** How much the embedded summariser quotes; lengths in UTF-16 units. */
export interface ExtractiveBounds {
  maxChars: number;
  /** `maxChars` counts as at least this. */
  minChars: number;
  /** Of one message. */
  fieldChars: number;
  /** Ends a summary that leaves something out. */
  truncated: string;
  /** Index of the first message; 1 where the system prompt is item 0. */
  firstIndex: number;
}

/** One sentence that may be quoted. */
interface Quote {
  /** Position of its message in the task, and its own in the message. */
  at: number;
  part: number;
  text: string;
  weight: number;
}

/**
 * The embedded summariser: it quotes whole sentences word for word, so that no rule is weakened, no number changed
 * and nothing invented, and says of each which message it is from. Where they do not all fit, those that forbid,
 * demand, decide or name come first. Sentences that speak to the model itself are left out. Needs no key; the same
 * task gives the same bytes.
 */
export function createExtractiveSummarizer(bounds: ExtractiveBounds): Summarizer {
  return {
    id: "extractive",
    summarize: (_request, task) => Promise.resolve({ kind: "summary", text: extract(task, bounds) }),
  };
}

/** The bounds of a summary message, its frame included. */
export function extractiveBounds(
  summary: ExtractiveBounds & { prefix: string; suffix: string },
): ExtractiveBounds {
  const frame = summary.prefix.length + summary.suffix.length;
  const { maxChars, minChars, fieldChars, truncated, firstIndex } = summary;
  const max = Math.max(minChars, maxChars) - frame;
  return { maxChars: max, minChars: Math.min(minChars - frame, max), fieldChars, truncated, firstIndex };
}

/** Makes the summary of a task; never longer than the bounds. */
export function extract(task: SummaryTask, bounds: ExtractiveBounds): string {
  const { messages, indexes } = task;
  const { truncated, firstIndex } = bounds;
  const total = messages.reduce((sum, { content }) => sum + content.length, 0);
  const max = Math.max(bounds.minChars, Math.min(bounds.maxChars, Math.floor(total / 2)));
  const first = (indexes[0] ?? 0) + firstIndex;
  const last = (indexes.at(-1) ?? 0) + firstIndex;
  const header = `Source items ${first}..${last}, quoted word for word.`;
  const labels = messages.map((message, i) => labelOf(message, indexes[i]! + firstIndex, task));
  const { chosen, complete } = choose(task, labels, bounds, max - header.length - truncated.length);
  const lines = [...Map.groupBy(chosen, ({ at }) => at)].map(
    ([at, own]) => labels[at]! + own.map(({ text }) => text).join("\n  "),
  );
  return [header, ...lines].join("\n") + (complete ? "" : truncated);
}

/** Quotes that fit, in the order of the conversation. */
function choose(
  { messages, summaries, focus, directives }: SummaryTask,
  labels: readonly string[],
  { fieldChars }: ExtractiveBounds,
  room: number,
): { chosen: Quote[]; complete: boolean } {
  const wanted = new Set(words(`${focus ?? ""} ${directives ?? ""}`).filter(({ length }) => length > 3));
  const quotes = messages.flatMap((message, at) => quotesOf(message, at, summaries.has(message), wanted));
  const cut = quotes.flatMap((quote) =>
    clipped(quote, Math.min(fieldChars, Math.max(40, Math.floor(room / 2)))),
  );
  const ranked = cut.toSorted((a, b) => b.weight - a.weight || b.at - a.at || a.part - b.part);
  const fields = new Map<number, number>();
  const chosen: Quote[] = [];
  let left = room;
  for (const quote of ranked) {
    const used = fields.get(quote.at);
    const max = summaries.has(messages[quote.at]!) ? Infinity : fieldChars;
    const cost = quote.text.length + 3 + (used === undefined ? labels[quote.at]!.length + 1 : 0);
    if (cost > left || (used ?? 0) + quote.text.length > max) continue;
    left -= cost;
    fields.set(quote.at, (used ?? 0) + quote.text.length + 3);
    chosen.push(quote);
  }
  return {
    chosen: chosen.toSorted((a, b) => a.at - b.at || a.part - b.part),
    complete: chosen.length === quotes.length && cut.every(({ text }) => !text.endsWith(clip)),
  };
}

const clip = " […]";

/** A sentence that fits a field. One whose cut would take its negation away is left out: half a rule is a wrong rule. */
function clipped(quote: Quote, max: number): Quote[] {
  const { text } = quote;
  if (text.length <= max) return [quote];
  const short = text.slice(0, max - clip.length);
  return isNegated(short) === isNegated(text) ? [{ ...quote, text: short + clip }] : [];
}

interface Rated {
  text: string;
  weight: number;
  /** Found when somebody asks. */
  words?: readonly string[];
}

const rated = new WeakMap<ChatMessage, readonly Rated[]>();

function quotesOf(
  message: ChatMessage,
  at: number,
  isSummary: boolean,
  wanted: ReadonlySet<string>,
): Quote[] {
  let rates = rated.get(message);
  if (rates === undefined) {
    const quoted = messageSentences(message).flatMap((sentence) =>
      isSummary ? carried(sentence) : [sentence],
    );
    // An earlier summary loses who said what, so a tool must not speak for the user in the first one.
    const safe = quoted.filter(
      (text) => !isInstructionLike(text) && (message.role !== "tool" || !claimsApproval(text)),
    );
    rated.set(
      message,
      (rates = safe.map((text) => ({ text, weight: weigh(text, isSummary ? "user" : message.role) }))),
    );
  }
  return rates.map((rate, part) => {
    const { text, weight } = rate;
    const asked = wanted.size > 0 && (rate.words ??= words(text)).some((word) => wanted.has(word));
    return { at, part, text, weight: weight + (asked ? 4 : 0) };
  });
}

/** What an earlier summary goes on to say: all but its own frame. */
function carried(line: string): string[] {
  return /^Source items \d+\.\.\d+|^\[[^\]]*\](?: - .*)?$/.test(line) ? [] : [line];
}

const demands =
  /\b(?:must|always|only|required?|need(?:s|ed)?|should|decid\w*|chose|because|instead|deadline|prefer\w*|rule|policy|remember|important)\b|(?<!\p{L})(?:muss|immer|nur|toujours|doit|siempre|debe|должен|должны|всегда|только)(?!\p{L})/iu;
const names = /[\w.-]+\/[\w./-]+|`[^`]+`|\b[a-z]+[A-Z]\w+|\b[A-Z][A-Z0-9_]{2,}\b/;
const failures = /\b(?:error|fail\w*|broke\w*|exception|panic|denied)\b/i;

function weigh(text: string, role: ChatMessage["role"]): number {
  const weight =
    (isNegated(text) ? 5 : 0) +
    (demands.test(text) ? 4 : 0) +
    (numbers(text).length > 0 ? 3 : 0) +
    (names.test(text) ? 2 : 0) +
    (failures.test(text) ? 1 : 0);
  const speaker = role === "user" ? 4 : role === "assistant" ? 1 : 0;
  // Of two that say as much, the shorter one leaves room for a third.
  return weight + speaker - Math.min(3, Math.floor(text.length / 200));
}

function labelOf(message: ChatMessage, index: number, { summaries }: SummaryTask): string {
  if (summaries.has(message)) return "Earlier: ";
  return `[${index}] ${message.role}: `;
}
