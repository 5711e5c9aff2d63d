import type { Money } from "../../cost/index.ts";
import { estimateRun, type PlannedTrial, type RunEstimate, type RoundsOptions } from "../../run/index.ts";
import { smallestVisibleDrop } from "../confirm.ts";
import { type ComparisonPlan, guessedFlip, planComparison } from "../plan-comparison.ts";
import { confirmRuns, mostConfirmed, type Rules, schedule } from "../rules.ts";
import { type EarlierFlips, earlierFlips } from "./earlier-flips.ts";
import { isIdentical, skippedOf } from "./make-result.ts";
import { countUnits } from "./pair-sides.ts";
import { planPairs, type PreparedAb, prepareAb, type TrialPair } from "./prepare-ab.ts";
import type { SampledUnit } from "./run-sampled.ts";
import type { AbOptions, AbResult, AbVersions } from "./types.ts";

/** What calls up to some point of a comparison take. */
export interface AbCalls {
  calls: number;
  cost: Money;
  /** Seconds. */
  time: number;
}

/** What a comparison will take and can see, as far as that is known before it. */
export interface AbEstimate extends Pick<
  AbResult,
  "suite" | "identical" | "corpus" | "affected" | "skipped"
> {
  a: string;
  b: string;
  exact: { cases: number; units: number };
  sampled: { cases: number; units: number };
  /** Runs that an unfinished comparison of the same has made, and answers of the others that are stored. */
  done: number;
  stored: number;
  /** What it takes to come to each look, both sides together, and the smallest drop (0..1) seen there; none with few cases. */
  looks: (AbCalls & { runs: number; smallestDrop: number })[];
  /** With all looks and all the fresh runs that confirm. */
  atMost: AbCalls;
  /** Of `atMost`. */
  models: RunEstimate["models"];
  judged: RunEstimate["judged"];
  /** A trial of several calls is counted as one. */
  scripted: boolean;
  /** What the sampled answers can show; null where there are none. */
  plan: AbPlanning | null;
}

export interface AbPlanning extends Pick<ComparisonPlan, "few" | "repeats" | "moreCases"> {
  /** Null where nothing was run twice, and a guess stands in. */
  earlier: EarlierFlips | null;
  flip: number;
  /** The smallest drop, 0..1, of a single case that its fresh runs show. */
  smallestOfOne: number;
}

/** Estimates a comparison without a call and without writing anything. Throws a UserError where it cannot be done. */
export async function estimateAb(
  versions: AbVersions,
  options: AbOptions,
  deps: Pick<RoundsOptions, "root" | "mode" | "recordings" | "fresh" | "now" | "random" | "versions">,
): Promise<AbEstimate> {
  const prepared = prepareAb(versions, options);
  const { sides, exact, sampled, plans } = prepared;
  const { rules } = options;
  const earlier = earlierFlips(deps.root, sampled);
  const flip = earlier?.rate ?? guessedFlip;
  const plan = sampled.length === 0 ? null : planComparison(sampled, rules, flip);
  const estimate = (pairs: readonly TrialPair[]) => estimatePairs(prepared, pairs, deps);
  const looks: AbEstimate["looks"] = [];
  for (const { runs, smallestDrop } of plan === null || plan.few ? [] : plan.looks) {
    looks.push({ runs, smallestDrop, ...callsOf(await estimate(pairsUpTo(sampled, runs))) });
  }
  const all = await estimate(pairsAtMost(sampled, rules, plan?.few ?? false));
  return {
    ...{ a: versions.a.name, b: versions.b.name, suite: plans.b.suite, identical: isIdentical(versions) },
    ...{ corpus: countUnits(sides.all.map(({ unit }) => unit)), affected: countUnits(sides.affected) },
    ...{ exact: countUnits(exact), sampled: countUnits(sampled), skipped: skippedOf(sides) },
    ...{ done: all.done, stored: all.stored, looks, atMost: callsOf(all) },
    ...{ models: all.models, judged: all.judged },
    scripted: sampled.some(({ trials }) => trials.b.script !== null),
    plan:
      plan === null
        ? null
        : {
            ...{ few: plan.few, repeats: plan.repeats, moreCases: plan.moreCases, earlier, flip },
            smallestOfOne: smallestVisibleDrop(Math.min(sampled.length, mostConfirmed)),
          },
  };
}

async function estimatePairs(
  { plans, selection }: PreparedAb,
  trials: readonly TrialPair[],
  deps: Parameters<typeof estimateAb>[2],
): Promise<RunEstimate> {
  const { plan, pairs } = planPairs(plans, trials);
  const estimate = await estimateRun(plan, selection, { ...deps, pairs });
  // What no recording answers is unmeasured there, and nobody is asked.
  return deps.mode === "replay"
    ? { ...estimate, models: [], cost: { usd: 0, unknown: 0 }, time: 0 }
    : estimate;
}

function callsOf({ models, cost, time }: RunEstimate): AbCalls {
  return { calls: models.reduce((sum, one) => sum + one.calls, 0), cost, time };
}

function pairsUpTo(units: readonly SampledUnit[], look: number): TrialPair[] {
  return units.flatMap(({ runs }) => between(runs, 0, look));
}

/** All looks, and the fresh runs of as many units as can be confirmed; must-pass ones are never left out. */
function pairsAtMost(units: readonly SampledUnit[], rules: Rules, few: boolean): TrialPair[] {
  const { lastLook } = schedule(rules);
  const mustPass = units.filter(({ policy }) => policy === "must-pass");
  const others = units.filter(({ policy }) => policy !== "must-pass");
  const most = Math.max(mustPass.length, mostConfirmed);
  const confirmed = few ? units : [...mustPass, ...others].slice(0, most);
  return [
    ...(few ? [] : pairsUpTo(units, lastLook)),
    ...confirmed.flatMap(({ runs }) => between(runs, lastLook, lastLook + confirmRuns)),
  ];
}

function between({ a, b }: Record<"a" | "b", PlannedTrial[]>, from: number, to: number): TrialPair[] {
  return a.slice(from, to).map((trial, i) => [trial, b[from + i]!]);
}
