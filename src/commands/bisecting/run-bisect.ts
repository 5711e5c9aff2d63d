import { classifyProbe, nextProbe, type ProbeOutcome, probesOf } from "../../compare/index.ts";
import type { Commit } from "../../load/index.ts";
import { UserError } from "../../util/index.ts";
import { commandFinding } from "../messages.ts";
import { type EndUnit, keyOf, tellingUnits } from "./find-ends.ts";
import type { Probe, UnitRuns } from "./probe-commit.ts";

/** How bisection looks at commits. */
export interface BisectTools {
  /** Runs the cases there, `repeat` times each. Throws a UserError when it is stopped. */
  probe(commit: string, repeat: number): Promise<Probe>;
  exact: boolean;
  repeat: number;
  onProbe(commit: Commit, outcome: ProbeOutcome, left: number): void;
}

export interface Found {
  /** Positions in the list of commits. */
  first: number[];
  lastGood: number;
  units: EndUnit[];
  tried: number;
  skipped: { commit: string; reason: string }[];
}

/** A probe that stays unclear is given twice the runs, twice. */
const most = 4;

/** Bisects commits, oldest first, the last of them bad and `good` before them good. */
export async function runBisect(
  good: string,
  commits: readonly Commit[],
  tools: BisectTools,
): Promise<Found> {
  const bad = commits.at(-1)!;
  const units = await compareEnds(good, bad.commit, tools);
  const outcomes = new Map<number, ProbeOutcome>([[commits.length - 1, "bad"]]);
  const skipped: Found["skipped"] = [];
  for (;;) {
    const step = nextProbe(commits.length, outcomes);
    if (step.kind === "found") {
      const tried = outcomes.size - 1 - skipped.length;
      return { first: step.first, lastGood: step.good, units, tried, skipped };
    }
    const commit = commits[step.at]!;
    const told = await tell(commit.commit, units, tools);
    const outcome = typeof told === "string" ? told : "skip";
    if (typeof told !== "string") skipped.push({ commit: commit.commit, reason: told.reason });
    outcomes.set(step.at, outcome);
    tools.onProbe(commit, outcome, step.left);
  }
}

/** At most so many commits are run, the two ends included. */
export function probesAtMost(commits: number): number {
  return 2 + probesOf(commits);
}

async function compareEnds(
  good: string,
  bad: string,
  { probe, exact, repeat }: BisectTools,
): Promise<EndUnit[]> {
  const measure = async (end: string): Promise<UnitRuns[]> => {
    const done = await probe(end, repeat);
    if (done.kind === "measured") return done.units;
    throw new UserError([commandFinding("end-not-tried", { end: end.slice(0, 12), reason: done.reason })]);
  };
  const [a, b] = [await measure(good), await measure(bad)];
  const units = tellingUnits(a, b, exact);
  if (units.length > 0) return units;
  const known = new Map(b.map((unit) => [keyOf(unit), unit]));
  const words = a.map((unit) => {
    const other = known.get(keyOf(unit));
    return `${unit.case} in ${unit.combination} ${rate(unit)} -> ${other === undefined ? "not there" : rate(other)}`;
  });
  const args = { good: good.slice(0, 12), bad: bad.slice(0, 12), units: words };
  // Deterministic answers leave no doubt: the user named the wrong ends.
  throw new UserError([commandFinding(exact ? "ends-alike" : "ends-undecided", args)], exact ? 2 : 3);
}

async function tell(
  commit: string,
  units: readonly EndUnit[],
  { probe, exact, repeat }: BisectTools,
): Promise<"good" | "bad" | { reason: string }> {
  for (let runs = repeat; ; runs *= 2) {
    const done = await probe(commit, runs);
    if (done.kind === "skip") return done;
    const known = new Map(done.units.map((unit) => [keyOf(unit), unit]));
    const probed = units.flatMap((unit) => {
      const found = known.get(keyOf(unit));
      return found === undefined ? [] : [{ good: unit.good, bad: unit.bad, probe: found }];
    });
    const outcome = classifyProbe(probed, exact);
    if (outcome !== "unclear") return outcome;
    if (exact) return { reason: "it lacks a combination that the ends have." };
    if (runs >= most * repeat) return { reason: `${runs} runs do not tell whether it is good or bad.` };
  }
}

export function rate({ passes, runs }: { passes: number; runs: number }): string {
  return runs === 0 ? "unmeasured" : `${passes}/${runs}`;
}
