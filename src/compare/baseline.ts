import type { Finding } from "../util/index.ts";
import { testStrata } from "./judge-scope.ts";
import { compareFinding } from "./messages.ts";
import type { Measure, Random } from "./statistics/index.ts";
import { toStrata } from "./strata.ts";
import type { UnitOutcomes } from "./types.ts";

/** What a stored baseline was made from, and when (milliseconds). */
export interface BaselineMaking {
  prompts: string;
  corpus: string;
  /** Model, prompt and parameters of the judge, and all assertions. */
  graders: string;
  /** The exact model, never an alias of one. */
  model: string;
  modelPinned: boolean;
  madeAt: number;
}

const oldest = 7 * 24 * 60 * 60 * 1000;
/** Of each side, at the first look. */
export const fewestRuns = 3;
const driftLevel = 0.01;
const recheckShare = 0.1;

/** Why a stored baseline must not stand in for fresh runs of A; empty when it may. */
export function checkBaseline(
  stored: BaselineMaking,
  wanted: BaselineMaking,
  looks: readonly number[],
): Finding[] {
  const findings: Finding[] = [];
  for (const part of ["prompts", "corpus", "graders", "model"] as const) {
    if (stored[part] !== wanted[part]) findings.push(compareFinding("baseline-differs", { part }));
  }
  if (!stored.modelPinned) findings.push(compareFinding("baseline-alias", { model: stored.model }));
  const age = wanted.madeAt - stored.madeAt;
  if (age > oldest) findings.push(compareFinding("baseline-old", { days: Math.floor((7 * age) / oldest) }));
  if (looks[0]! < fewestRuns) findings.push(compareFinding("baseline-look", { look: looks[0]! }));
  return findings;
}

/** A random tenth of the units, at least one: what of A is run again, to see that the baseline still holds. */
export function recheckSample<U extends UnitOutcomes>(units: readonly U[], random: Random): U[] {
  const left = [...units];
  const count = Math.min(units.length, Math.max(1, Math.round(recheckShare * units.length)));
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
}

/** Whether A today (as `b`) differs from A as stored (as `a`): the gate's own test, two-sided, below 0.01. */
export function baselineDrifted(rechecked: readonly UnitOutcomes[], measure: Measure): boolean {
  const strata = toStrata(rechecked);
  if (strata.length === 0) return false;
  const { midPWorse, midPBetter } = testStrata(strata, measure);
  return 2 * Math.min(midPWorse, midPBetter) < driftLevel;
}

/** Whether the gate may be trusted: it failed at most 4 of the last 40 times that A was compared with A. */
export function gateTrusted(failed: readonly boolean[]): boolean {
  return failed.slice(-40).filter(Boolean).length <= 4;
}
