import { classify, type PlainType } from "./allow-list.ts";
import type { OwnType } from "./own-types.ts";
import type { Assertion } from "./types.ts";

type Ask = (assertion: Assertion) => boolean;

/**
 * Whether an assertion passes on nothing: an empty answer, or an empty system text with the named layers
 * there and empty. Guarded types cannot be known; `not-` is taken as absence there and the rest as presence.
 */
export function passesOnNothing(assertion: Assertion): boolean {
  const known = classify(assertion.type);
  switch (known.kind) {
    case "own":
      return own[known.base](assertion) !== known.inverse;
    case "plain":
      return plain[known.base](assertion) !== known.inverse;
    case "guarded":
      return known.inverse || known.base === "moderation";
    default:
      return false;
  }
}

const never: Ask = () => false;
const always: Ask = () => true;
const reachesZero = ({ threshold }: Assertion) => threshold !== undefined && threshold <= 0;

const own: Record<OwnType, Ask> = {
  "strata:budget": always,
  "strata:count": ({ value }) => (value as { count?: unknown } | undefined)?.count === 0,
  "strata:file-absent": always,
  "strata:file-contains": never,
  "strata:file-exists": never,
  "strata:file-unchanged": always,
  "strata:last-contains": never,
  "strata:layer-absent": always,
  "strata:layer-contains": never,
  "strata:layer-lacks": always,
  "strata:layer-present": never,
  "strata:no-flags": always,
  "strata:order": never,
  "strata:preferred": never,
  "strata:rules": never,
  "strata:tools": ({ value }) => Array.isArray(value) && value.length === 0,
};

const plain: Record<PlainType, Ask> = {
  bleu: reachesZero,
  contains: never,
  "contains-all": never,
  "contains-any": never,
  "contains-html": never,
  "contains-json": never,
  "contains-xml": never,
  equals: ({ value }) => value === "",
  gleu: reachesZero,
  icontains: never,
  "icontains-all": never,
  "icontains-any": never,
  "is-html": never,
  "is-json": never,
  "is-refusal": always,
  "is-xml": never,
  levenshtein: ({ value, threshold }) => String(value).length <= (threshold ?? 5),
  regex: ({ value }) => matchesEmpty(String(value)),
  "rouge-n": reachesZero,
  "starts-with": never,
  "word-count": ({ value }) => countsZeroWords(value),
};

function matchesEmpty(pattern: string): boolean {
  try {
    return new RegExp(pattern).test("");
  } catch {
    return false;
  }
}

function countsZeroWords(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Number(value) === 0;
  const { min = 0, max = 0 } = value as { min?: number; max?: number };
  return min <= 0 && max >= 0;
}
