import type { WrittenCase } from "../schema/index.ts";
import type { Finding, Place } from "../util/index.ts";
import { classify, type GuardedType, type KnownType } from "./allow-list.ts";
import { passesOnNothing } from "./absence.ts";
import { checkPermission } from "./check-permission.ts";
import { finding } from "./messages.ts";
import type { OwnType } from "./own-types.ts";
import { ownAssertions } from "./own-assertions.ts";
import { plainValues } from "./plain-values.ts";
import type { Assertion } from "./types.ts";

/** What an assertion's case and suite say. */
export interface AssertionSetting {
  needs: WrittenCase["needs"];
  /** The suite's `allow`. */
  allow: readonly string[];
  hasInput: boolean;
  /** The case gives the answer itself. */
  hasOutput?: boolean;
  /** The case has tools, so that there is a log of calls. */
  hasTools?: boolean;
}

/** Everything wrong with one assertion as it is written; none of it needs an answer or an assembly. */
export function checkAssertion(
  assertion: Assertion,
  setting: AssertionSetting,
  place: Place = {},
): Finding[] {
  const known = classify(assertion.type);
  const refused = checkPermission(assertion, setting.allow);
  const found = refused
    ? [refused]
    : [...checkValue(assertion, known), ...checkSetting(assertion, known, setting)];
  return found.map((one) => ({ ...one, ...place }));
}

/** What is wrong with the assertions of a case taken together. */
export function checkCase(assertions: readonly Assertion[], place: Place = {}): Finding[] {
  if (!assertions.every(passesOnNothing)) return [];
  const types = [...new Set(assertions.map(({ type }) => type))];
  return [finding("absence-without-presence", { types }, place)];
}

function* checkValue(assertion: Assertion, known: KnownType): Generator<Finding> {
  const { type } = assertion;
  if (known.kind === "own") {
    const { accepts, expected, layer } = ownAssertions[known.base];
    if (!accepts(assertion.value)) yield finding("assertion-needs-value", { type, expected });
    if (layer === "required" && assertion.layer === undefined) {
      yield finding("assertion-needs-layer", { type });
    }
    yield* checkUnused(assertion, ["threshold"]);
    if (layer === "no") yield* checkUnused(assertion, ["layer"]);
    if (known.base !== "strata:budget") yield* checkUnused(assertion, ["unit"]);
    return;
  }
  yield* checkUnused(assertion, ["layer", "unit"]);
  if (known.kind === "plain") yield* checkPlain(assertion, known);
  if (known.kind === "guarded" && !judgesWithoutValue.includes(known.base) && !assertion.value) {
    yield finding("assertion-needs-value", { type, expected: "given" });
  }
}

const judgesWithoutValue: GuardedType[] = ["answer-relevance", "conversation-relevance", "moderation"];

function* checkPlain(assertion: Assertion, known: KnownType & { kind: "plain" }): Generator<Finding> {
  const { type } = assertion;
  const { expected, schema, constant } = plainValues[known.base];
  if (!schema.safeParse(assertion.value).success) {
    yield finding("assertion-needs-value", { type, expected });
    return;
  }
  const problem = known.base === "regex" ? regexProblem(String(assertion.value)) : undefined;
  if (problem !== undefined) {
    yield finding("assertion-bad-regex", { type, problem });
    return;
  }
  const same = constant?.(assertion);
  if (same === undefined) return;
  const kind = same.passes === known.inverse ? "assertion-cannot-pass" : "assertion-cannot-fail";
  yield finding(kind, { type, why: same.why });
}

function* checkUnused(assertion: Assertion, fields: ("layer" | "threshold" | "unit")[]): Generator<Finding> {
  for (const field of fields) {
    if (assertion[field] === undefined) continue;
    yield finding("assertion-unused-field", { type: assertion.type, field });
  }
}

function* checkSetting(
  assertion: Assertion,
  known: KnownType,
  setting: AssertionSetting,
): Generator<Finding> {
  const { type } = assertion;
  if (known.kind === "own" && looksAtRun(known.base) && !setting.hasTools) {
    yield finding("assertion-needs-tools", { type });
  }
  if (known.kind === "own" && !looksAtAnswer(known.base)) return;
  if (setting.needs === "assembly") {
    if (wantsAnswer(known) && !setting.hasOutput) yield finding("assertion-needs-answer", { type });
    return;
  }
  if (!setting.hasInput) yield finding("assertion-needs-input", { type });
  if (setting.needs === "reader" && passesOnNothing(assertion)) {
    yield finding("absence-through-reader", { type }, {}, "warning");
  }
}

/** Types that make no sense on a prompt; the other promptfoo types look at the system text then. */
function wantsAnswer(known: KnownType): boolean {
  return known.kind === "own" || (known.kind === "plain" && known.base === "is-refusal");
}

function looksAtAnswer(type: OwnType): boolean {
  return type === "strata:last-contains" || type === "strata:preferred" || type === "strata:rules";
}

function looksAtRun(type: OwnType): boolean {
  return type.startsWith("strata:file-") || type === "strata:no-flags";
}

function regexProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
