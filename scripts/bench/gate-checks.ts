import {
  decide,
  defaultRules,
  type Random,
  seededRandom,
  type UnitOutcomes,
} from "../../src/compare/index.ts";
import { type Situation, simulateMany } from "./gate-simulate.ts";

/** A promise of the gate beside what the simulation shows, in percent of the runs. */
export interface Check {
  what: string;
  promised: string;
  ours: number;
  kept: boolean;
}

const steady = [0, 0, 0, 0];

/** How far chance may carry a share of about `percent` in so many runs: four standard errors and one run. */
function chance(percent: number, runs: number): number {
  return 4 * Math.sqrt((percent * (100 - percent)) / runs) + 100 / runs;
}

function share(happened: readonly boolean[]): number {
  return (100 * happened.filter(Boolean).length) / happened.length;
}

/** Nothing changed, four combinations, five must-pass cases in each, confirmation on: the gate fails at most 5%. */
export function checkFalseFails(runs: number): Check[] {
  return (["stable", "flaky"] as const).flatMap((world) =>
    [20, 50].flatMap((cases): Check[] => {
      const situation: Situation = { world, cases, changes: steady, mustPass: 5, rules: { confirm: "all" } };
      const played = simulateMany(situation, runs, ({ comparison }) => ({
        failed: comparison.verdict === "regressed",
        alarm: comparison.confirmation.confirmed.length > 0,
      }));
      const failed = share(played.map((one) => one.failed));
      const alarms = share(played.map((one) => one.alarm));
      const where = `${world} ${cases} x 4 combinations, B is A`;
      return [
        {
          ...{ what: `${where}: fails, all told`, promised: "at most 5", ours: failed },
          kept: failed <= 5 + chance(5, runs),
        },
        {
          ...{ what: `${where}: a case wrongly confirmed`, promised: "at most 0.5", ours: alarms },
          kept: alarms <= 0.5 + chance(0.5, runs),
        },
      ];
    }),
  );
}

/** One case breaks, all others stay: how often it is confirmed and named. More than printed is no fault. */
export function checkSingleCases(runs: number): Check[] {
  const losses = [
    { first: { a: 1, b: 0 }, promised: "100", least: 100 },
    { first: { a: 1, b: 0.3 }, promised: "62 to 89", least: 62 },
    { first: { a: 0.9, b: 0.4 }, promised: "12 to 35", least: 12 },
  ];
  return (["stable", "flaky"] as const).flatMap((world) =>
    losses.map(({ first, promised, least }): Check => {
      const situation: Situation = { world, cases: 50, changes: [0], first, rules: { confirm: "all" } };
      const named = simulateMany(situation, runs, ({ comparison }) =>
        comparison.confirmation.confirmed.some((unit) => unit.case === "first"),
      );
      const found = share(named);
      const what = `${world} 50, one case from ${first.a} to ${first.b}: found`;
      return { what, promised, ours: found, kept: found >= least - chance(least, runs) };
    }),
  );
}

/**
 * Scores from 0 to 1 in steps of 0.1, half the cases with noise of 0.18. The printed world is not given in full, so only
 * the promise is checked: with B as A, at most 2.5% fail at a single look.
 */
export function checkScores(runs: number): Check[] {
  return [1, 3].map((k): Check => {
    const random = seededRandom(`scores ${k}`);
    const rules = {
      ...defaultRules,
      measure: "score" as const,
      looks: [k],
      fewCases: 0,
      confirm: "none" as const,
    };
    let failed = 0;
    for (let run = 0; run < runs; run++) {
      const decision = decide(rules, { units: scoredUnits(20, k, random), confirmation: [] });
      if (decision.kind === "verdict" && decision.comparison.verdict === "regressed") failed++;
    }
    const ours = (100 * failed) / runs;
    const what = `judge scores 20, k = ${k}, B is A: fails`;
    return { what, promised: "at most 2.5", ours, kept: ours <= 2.5 + chance(2.5, runs) };
  });
}

function scoredUnits(n: number, k: number, random: Random): UnitOutcomes[] {
  return Array.from({ length: n }, (_, i) => {
    const quality = 0.5 + 0.5 * random();
    const score = () => {
      const noise = i % 2 === 0 ? 0 : 0.18 * Math.sqrt(12) * (random() - 0.5);
      return Math.round(10 * Math.max(0, Math.min(1, quality + noise))) / 10;
    };
    const runs = () => Array.from({ length: k }, score);
    return { case: String(i), combination: "x", a: runs(), b: runs() };
  });
}

/** Milliseconds of one decision over 800 units in two combinations with ten runs a side: the best of five. */
export function measureDecision(): number {
  const random = seededRandom("speed");
  const runs = () => Array.from({ length: 10 }, () => (random() < 0.8 ? 1 : 0));
  const units = Array.from({ length: 800 }, (_, i) => ({
    ...{ case: String(i >> 1), combination: String(i % 2), a: runs(), b: runs() },
  }));
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    decide({ ...defaultRules, confirm: "none" }, { units, confirmation: [] });
    return performance.now() - start;
  });
  return Math.min(...times);
}
