/** What a commit turned out to be; one that cannot be tried is skipped. */
export type ProbeOutcome = "good" | "bad" | "skip";

/** What to do next. */
export type BisectStep =
  | {
      kind: "probe";
      /** Position in the list of commits. */
      at: number;
      /** How many more commits will be tried after this one, if none is skipped. */
      left: number;
    }
  | {
      kind: "found";
      /** Positions of the commits that may be the first bad one: several where those between were skipped. */
      first: number[];
      /** Position of the last good commit; -1 is the good end itself. */
      good: number;
    };

/**
 * Bisection over commits in the order of time. What is before the first is known to be good, and the last is known to
 * be bad. Commits that are skipped are gone around, the nearest to the middle first.
 */
export function nextProbe(count: number, outcomes: ReadonlyMap<number, ProbeOutcome>): BisectStep {
  const known = (wanted: ProbeOutcome) =>
    [...outcomes].flatMap(([at, outcome]) => (outcome === wanted ? [at] : []));
  const bad = Math.min(count - 1, ...known("bad"));
  const good = Math.max(-1, ...known("good").filter((at) => at < bad));
  const between = range(good + 1, bad).filter((at) => !outcomes.has(at));
  if (between.length === 0) return { kind: "found", first: range(good + 1, bad + 1), good };
  const middle = (good + bad) / 2;
  const at = between.reduce((best, one) => (Math.abs(one - middle) < Math.abs(best - middle) ? one : best));
  return { kind: "probe", at, left: Math.max(0, probesOf(bad - good) - 1) };
}

/** How many commits bisection tries among so many, at most. */
export function probesOf(count: number): number {
  return count < 2 ? 0 : Math.ceil(Math.log2(count));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
