import {
  claimsApproval,
  isInstructionLike,
  isNegated,
  isQuoteHeader,
  messageSentences,
  numbers,
  quotedLines,
  quoteHeader,
  sentences,
  unlabelled,
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
  /** Quotes with one label stand together; a summary holds those of many messages. */
  group: string;
  label: string;
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
  const header = quoteHeader((indexes[0] ?? 0) + firstIndex, (indexes.at(-1) ?? 0) + firstIndex);
  const { chosen, complete } = choose(task, bounds, max - header.length - truncated.length);
  const lines = [...Map.groupBy(chosen, ({ group }) => group).values()].map(
    (own) => own[0]!.label + own.map(({ text }) => text).join("\n  "),
  );
  return [header, ...lines].join("\n") + (complete ? "" : truncated);
}

/** Quotes that fit, in the order of the conversation. */
function choose(
  task: SummaryTask,
  { fieldChars, firstIndex, truncated }: ExtractiveBounds,
  room: number,
): { chosen: Quote[]; complete: boolean } {
  const { messages, indexes, summaries, focus, directives } = task;
  const wanted = new Set(words(`${focus ?? ""} ${directives ?? ""}`).filter(({ length }) => length > 3));
  const quotes = messages.flatMap((message, at) =>
    quotesOf(message, at, indexes[at]! + firstIndex, summaries.has(message), wanted),
  );
  const cut = quotes.flatMap((quote) =>
    clipped(quote, Math.min(fieldChars, Math.max(40, Math.floor(room / 2)))),
  );
  const ranked = cut.toSorted((a, b) => b.weight - a.weight || b.at - a.at || a.part - b.part);
  const fields = new Map<string, number>();
  const chosen: Quote[] = [];
  let left = room;
  for (const quote of ranked) {
    const { group, label, text } = quote;
    const used = fields.get(group);
    // A summary that does not say who spoke is no field of one message.
    const max = label === nobodys ? Infinity : fieldChars;
    const cost = text.length + 3 + (used === undefined ? label.length + 1 : 0);
    if (cost > left || (used ?? 0) + text.length > max) continue;
    left -= cost;
    fields.set(group, (used ?? 0) + text.length + 3);
    chosen.push(quote);
  }
  const wasCut = messages.some((message) => summaries.has(message) && message.content.includes(truncated));
  return {
    chosen: chosen.toSorted((a, b) => a.at - b.at || a.part - b.part),
    complete: !wasCut && chosen.length === quotes.length && cut.every(({ text }) => !text.endsWith(clip)),
  };
}

const clip = " […]";

/**
 * A sentence that fits a field, cut between two words. One whose cut would take its negation away is left out: half a
 * rule is a wrong rule.
 */
function clipped(quote: Quote, max: number): Quote[] {
  const { text } = quote;
  if (text.length <= max) return [quote];
  const short = shortened(text, max - clip.length);
  return short === "" || isNegated(short) !== isNegated(text) ? [] : [{ ...quote, text: short + clip }];
}

/** The whole words that fit; of a single long word its start, but not of one with digits: half a number is another. */
function shortened(text: string, max: number): string {
  const room = text.slice(0, max + 1);
  const end = room.search(/\s+\S*$/u);
  if (end !== -1) return room.slice(0, end);
  return /\p{N}/u.test(room) ? "" : room.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
}

interface Rated {
  text: string;
  weight: number;
  label: string;
  group: number;
  /** Found when somebody asks. */
  words?: readonly string[];
}

const rated = new WeakMap<ChatMessage, readonly Rated[]>();

function quotesOf(
  message: ChatMessage,
  at: number,
  index: number,
  isSummary: boolean,
  wanted: ReadonlySet<string>,
): Quote[] {
  let rates = rated.get(message);
  if (rates === undefined) {
    const { role } = message;
    const quoted: Carried[] = isSummary
      ? carried(message)
      : messageSentences(message).map((text) => ({ text, role, label: "", group: 0 }));
    const safe = quoted.filter(
      ({ text, role }) => !isInstructionLike(text) && (role !== "tool" || !claimsApproval(text)),
    );
    rates = safe.map(({ text, role, label, group }) => ({ text, label, group, weight: weigh(text, role) }));
    rated.set(message, rates);
  }
  const own = `[${index}] ${message.role}: `;
  return rates.map((rate, part) => {
    const { text, weight, group } = rate;
    const asked = wanted.size > 0 && (rate.words ??= words(text)).some((word) => wanted.has(word));
    const label = isSummary ? rate.label : own;
    return { at, part, group: `${at}.${group}`, label, text, weight: weight + (asked ? 4 : 0) };
  });
}

interface Carried {
  text: string;
  role: ChatMessage["role"];
  label: string;
  group: number;
}

/** Before what an earlier summary says in nobody's name. */
const nobodys = "Earlier: ";

/**
 * What an earlier summary goes on to say, without its frame. What it quotes keeps its speaker, so that a tool's words
 * weigh no more in the second summary than they did in the first.
 */
function carried({ content }: ChatMessage): Carried[] {
  const lines = quotedLines(content);
  if (lines.some(({ text, label }) => label === "" && isQuoteHeader(text))) {
    return lines.flatMap(({ text, speaker, label, group }) =>
      speaker === null || text === "" ? [] : [{ text, role: speaker, label: `Earlier ${label}`, group }],
    );
  }
  return sentences(content)
    .filter((text) => !/^\[[^\]]*\](?: - .*)?$/.test(text))
    .map((text) => ({ text: unlabelled(text), role: "assistant", label: nobodys, group: 0 }));
}

const demands =
  /\b(?:must|always|only|required?|need(?:s|ed)?|should|decid\w*|chose|because|instead|deadline|prefer\w*|rule|policy|remember|important)\b|(?<!\p{L})(?:muss|immer|nur|toujours|doit|siempre|debe|должен|должны|всегда|только)(?!\p{L})/iu;
const names = /[\w.-]+\/[\w./-]+|`[^`]+`|\b[a-z]+[A-Z]\w+|\b[A-Z][A-Z0-9_]{2,}\b/;
const failures = /\b(?:error|fail\w*|broke\w*|exception|panic|denied)\b/i;

/**
 * What a denial, a demand and the speaker add. A prohibition of the user weighs 13 at least; a tool's line, whatever is
 * in it and even where it is asked for, 12 at most.
 */
const voices = {
  user: { denial: 9, demand: 4, speaker: 4 },
  assistant: { denial: 2, demand: 4, speaker: 1 },
  tool: { denial: 1, demand: 1, speaker: 0 },
} as const;

function weigh(text: string, role: ChatMessage["role"]): number {
  const { denial, demand, speaker } = voices[role];
  const weight =
    (isNegated(text) ? denial : 0) +
    (demands.test(text) ? demand : 0) +
    (numbers(text).length > 0 ? 3 : 0) +
    (names.test(text) ? 2 : 0) +
    (failures.test(text) ? 1 : 0);
  // Of two that say as much, the shorter one leaves room for a third; what forbids is worth its room.
  const long = role === "user" && isNegated(text) ? 0 : Math.min(3, Math.floor(text.length / 200));
  return weight + speaker - long;
}
