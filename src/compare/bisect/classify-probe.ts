import type { Count } from "../statistics/index.ts";

/** What one unit did at both ends and at a commit between them. */
export interface ProbedUnit {
  good: Count;
  bad: Count;
  probe: Count;
}

/** How many times likelier one end must be than the other. */
const odds = 19;

/**
 * Whether a commit does as the good end does, or as the bad one. Deterministic answers: bad as soon as one unit fails.
 * Sampled ones: the likelihood ratio of the two ends over all units, each rate as (passes + 1/2) / (runs + 1), must be
 * 19 to 1 one way or the other. Else it is unclear, and more runs may tell.
 */
export function classifyProbe(units: readonly ProbedUnit[], exact: boolean): "good" | "bad" | "unclear" {
  const measured = units.filter(({ probe }) => probe.runs > 0);
  if (exact) {
    if (measured.some(({ probe }) => probe.passes < probe.runs)) return "bad";
    return measured.length === units.length && units.length > 0 ? "good" : "unclear";
  }
  const evidence = measured.reduce((sum, unit) => sum + logRatio(unit), 0);
  if (Math.abs(evidence) < Math.log(odds)) return "unclear";
  return evidence > 0 ? "good" : "bad";
}

/** Above 0 where the good end is the likelier one. */
function logRatio({ good, bad, probe: { passes, runs } }: ProbedUnit): number {
  const [p, q] = [rate(good), rate(bad)];
  return passes * Math.log(p / q) + (runs - passes) * Math.log((1 - p) / (1 - q));
}

function rate({ passes, runs }: Count): number {
  return (passes + 0.5) / (runs + 1);
}
