import { isNearNumber, isNegated, numbers, withoutNegation } from "../history/index.ts";
import { findWhole } from "./find-text.ts";
import { normalise } from "./normalise.ts";
import type { Observed } from "./observed.ts";
import type { ActiveFact, FactPlace } from "./types.ts";

export interface Contradiction {
  place: FactPlace;
  span: string;
  reason: string;
}

/** What says something else than a fact; null where nothing does. A sentence that was said word for word is no change. */
export function findContradiction(active: ActiveFact, observed: Observed): Contradiction | null {
  return findStale(active, observed) ?? findChanged(active, observed);
}

/**
 * What holds no more is stated last: the model would take it for what holds. Where the conversation itself had that
 * order, nobody can be blamed for it.
 */
function findStale({ value, superseded }: ActiveFact, { parts, said }: Observed): Contradiction | null {
  const last = (wanted: string): number => parts.findLastIndex((part) => findWhole(part.text, wanted) !== -1);
  const current = last(value);
  for (const old of superseded) {
    const stale = last(old);
    if (stale === -1 || stale < current) continue;
    const { place, text } = parts[stale]!;
    if (stale === current && findWhole(text, old, true) < findWhole(text, value, true)) continue;
    if (current !== -1 && isLastSaid(old, value, said)) continue;
    return { place, span: old, reason: `"${old}" holds no more, and is stated last` };
  }
  return null;
}

function isLastSaid(old: string, value: string, said: ReadonlySet<string>): boolean {
  const order = [...said];
  const last = (wanted: string): number =>
    order.findLastIndex((sentence) => findWhole(sentence, wanted) !== -1);
  return last(old) >= last(value);
}

/** A sentence of a summary that nobody said and that turns the fact round, or has something else in its place. */
function findChanged(active: ActiveFact, { unsaid, said }: Observed): Contradiction | null {
  for (const sentence of unsaid()) {
    const reason = turned(active, sentence) ?? replaced(active, sentence, said);
    if (reason !== null) return { place: "summary", span: sentence, reason };
  }
  return null;
}

/** Words that a sentence may hold beside the fact that it turns round: with more it may speak of something else. */
const mostOther = 3;

function turned({ value }: ActiveFact, sentence: string): string | null {
  const negated = isNegated(value);
  if (isNegated(sentence) === negated) return null;
  const key = withoutNegation(value);
  const length = key.split(" ").length;
  // A name or a number alone denies nothing, whatever is said of it.
  if (length < (negated ? 2 : 4)) return null;
  const whole = withoutNegation(sentence);
  if (!` ${whole} `.includes(` ${key} `) || whole.split(" ").length > length + mostOther) return null;
  return "its negation was turned round";
}

function replaced({ fact, value }: ActiveFact, sentence: string, said: ReadonlySet<string>): string | null {
  const normal = normalise(sentence);
  if (findWhole(normal, normalise(value)) !== -1) return null;
  if (!fact.about.every((word) => normal.includes(normalise(word)))) return null;
  const decoy = fact.decoys.find((one) => findWhole(normal, normalise(one)) !== -1);
  if (decoy !== undefined) return `"${decoy}" stands in its place`;
  const own = numbers(value);
  const wrong =
    own.length === 0
      ? undefined
      : numbers(sentence).find((one) => own.some((number) => isNearNumber(one, number)));
  if (wrong === undefined || [...said].some((one) => findWhole(one, wrong) !== -1)) return null;
  return `"${wrong}" stands in its place, which nobody said`;
}
