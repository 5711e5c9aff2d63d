import { populationInterval, type PopulationInterval } from "./statistics/index.ts";
import type { UnitStratum } from "./strata.ts";

/** Below this many independent sources nothing is said about new cases. */
export const fewSources = 10;

/**
 * How far the change carries over to new cases: each case's change, averaged over its combinations, as a sample of
 * independent sources (`cluster`; by default each case its own). Null with fewer than two sources.
 */
export function carryOver(strata: readonly UnitStratum[]): PopulationInterval | null {
  const cases = new Map<string, { cluster: string; changes: number[] }>();
  for (const { unit, a, b } of strata) {
    const own = cases.get(unit.case) ?? { cluster: clusterOf(unit), changes: [] };
    own.changes.push(mean(b) - mean(a));
    cases.set(unit.case, own);
  }
  const items = [...cases.values()].map(({ cluster, changes }) => ({ value: mean(changes), cluster }));
  return new Set(items.map((item) => item.cluster)).size < 2 ? null : populationInterval(items);
}

/** A case without a cluster is one of its own, which no named cluster can be mistaken for. */
function clusterOf(unit: { case: string; cluster?: string | undefined }): string {
  return unit.cluster === undefined ? `case ${unit.case}` : `cluster ${unit.cluster}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
