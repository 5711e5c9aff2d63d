import type { Finding } from "../util/index.ts";
import { compareFinding } from "./messages.ts";
import { groupDifference, normalCdf, type PopulationInterval } from "./statistics/index.ts";
import type { Outcome, Unmeasured, Verdict } from "./types.ts";
import { type Cap, capOf } from "./unmeasured.ts";

/** The outcome of one session in production. */
export interface SessionOutcome {
  recipeHash: string;
  outcome: Outcome;
  /** Whose sessions hang together: the user, or the task. */
  cluster: string;
  /** The random split that chose the version, and the share of B in it; none where something else chose. */
  assignment?: { experiment: string; shareOfB: number } | undefined;
  /** When the session began, in milliseconds. */
  at?: number | undefined;
}

/** One version's sessions. */
export interface SessionGroup {
  sessions: number;
  clusters: number;
  /** Mean outcome of the measured sessions, 0..1; null without any. */
  rate: number | null;
}

/** Two versions compared across sessions that are not paired. */
export interface SessionComparison {
  verdict: Verdict;
  a: SessionGroup;
  b: SessionGroup;
  /** B's mean outcome less A's; null with fewer than ten clusters in a group. */
  interval: PopulationInterval | null;
  unmeasured: Unmeasured;
  cap: Cap | null;
  /** Why the difference may not be the prompt's doing. */
  warnings: Finding[];
}

/** Below this many users or tasks in a group, nothing is said about others. */
const fewClusters = 10;

/**
 * Compares the sessions of two recipe hashes with the cluster-robust interval of {@link groupDifference}. Improved when
 * it lies above 0, neutral when it rules out a drop beyond the margin, regressed when it lies below 0.
 */
export function compareSessions(
  outcomes: readonly SessionOutcome[],
  versions: { a: string; b: string },
  margin: number,
): SessionComparison {
  const [a, b] = [versions.a, versions.b].map((hash) =>
    outcomes.filter((one) => one.recipeHash === hash),
  ) as [SessionOutcome[], SessionOutcome[]];
  const groups = { a: describeGroup(a), b: describeGroup(b) };
  const unmeasured = {
    ...{ a: a.length - measuredOf(a).length, b: b.length - measuredOf(b).length },
    ...{ attemptsA: a.length, attemptsB: b.length },
  };
  const cap = capOf(unmeasured);
  const few = Math.min(groups.a.clusters, groups.b.clusters) < fewClusters;
  const interval = few ? null : groupDifference(measuredOf(a), measuredOf(b));
  const warnings = [
    ...checkAssignment(a, b),
    ...(few ? [compareFinding("few-clusters", groups, {}, "warning")] : []),
  ];
  const verdict = interval && !cap ? verdictOf(interval, margin) : "inconclusive";
  return { ...groups, verdict, interval, unmeasured, cap, warnings };
}

function verdictOf({ lower, upper }: PopulationInterval, margin: number): Verdict {
  if (lower > 0) return "improved";
  if (lower >= -margin) return "neutral";
  return upper < 0 ? "regressed" : "inconclusive";
}

/** Where no random split chose the version, users differ as well as prompts. */
function checkAssignment(a: readonly SessionOutcome[], b: readonly SessionOutcome[]): Finding[] {
  const all = [...a, ...b];
  const warnings: Finding[] = [];
  const unassigned = all.filter((one) => !one.assignment).length;
  const experiments = new Set(all.flatMap((one) => one.assignment?.experiment ?? []));
  if (unassigned > 0) {
    warnings.push(compareFinding("not-assigned", { sessions: unassigned, of: all.length }, {}, "warning"));
  } else if (experiments.size > 1) {
    warnings.push(compareFinding("several-experiments", { experiments: experiments.size }, {}, "warning"));
  } else if (all.length > 0) warnings.push(...checkSplit(a, b));
  const [inA, inB] = [clustersOf(a), clustersOf(b)];
  const both = [...inA].filter((cluster) => inB.has(cluster)).length;
  if (both > 0) warnings.push(compareFinding("both-versions", { clusters: both }, {}, "warning"));
  const [before, after] = [timesOf(a), timesOf(b)];
  if (before && after && (before.last < after.first || after.last < before.first)) {
    warnings.push(compareFinding("other-times", {}, {}, "warning"));
  }
  return warnings;
}

/** A split that is far from the one declared means that sessions were lost, or chosen, on one side. */
function checkSplit(a: readonly SessionOutcome[], b: readonly SessionOutcome[]): Finding[] {
  const share = b[0]?.assignment?.shareOfB ?? a[0]?.assignment?.shareOfB ?? 0.5;
  const [one, two] = [clustersOf(a).size, clustersOf(b).size];
  const total = one + two;
  const distance = Math.abs(two - share * total) / Math.sqrt(total * share * (1 - share));
  // Two-sided at 0.001: the usual level of a sample ratio check.
  if (!(2 * normalCdf(-distance) < 0.001)) return [];
  return [compareFinding("uneven-split", { a: one, b: two, shareOfB: share }, {}, "warning")];
}

function describeGroup(group: readonly SessionOutcome[]): SessionGroup {
  const measured = measuredOf(group);
  const sum = measured.reduce((total, { value }) => total + value, 0);
  const rate = measured.length === 0 ? null : sum / measured.length;
  return { sessions: group.length, clusters: new Set(measured.map(({ cluster }) => cluster)).size, rate };
}

function measuredOf(group: readonly SessionOutcome[]): { value: number; cluster: string }[] {
  return group.flatMap(({ outcome, cluster }) => (outcome === null ? [] : { value: outcome, cluster }));
}

function clustersOf(group: readonly SessionOutcome[]): Set<string> {
  return new Set(group.map(({ cluster }) => cluster));
}

function timesOf(group: readonly SessionOutcome[]): { first: number; last: number } | null {
  const times = group.flatMap(({ at }) => at ?? []);
  if (times.length === 0) return null;
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) [first, last] = [Math.min(first, time), Math.max(last, time)];
  return { first, last };
}
