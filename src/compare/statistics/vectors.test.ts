import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defaultRules } from "../rules.ts";
import { judgeScope } from "../judge-scope.ts";
import { toStrata } from "../strata.ts";
import { benjaminiHochberg, holm } from "./adjust.ts";
import { betaInc, betaIncInv, lnGamma, tQuantile } from "./beta.ts";
import { stratifiedExact } from "./exact-test.ts";
import { fisherTest, hypergeometric } from "./hypergeometric.ts";
import { gateInterval, strayRange } from "./interval.ts";
import { lookThreshold } from "./looks.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { stratifiedPermutation } from "./permutation-test.ts";
import { runPairsForNeutral } from "./planning.ts";
import { populationInterval } from "./population.ts";
import { flipRate, passAtK, passHatK, unseenAtMost, wilson } from "./rates.ts";

/** The vectors were made with R, scipy, statsmodels, mpmath and exact fractions; each says with what. */
interface Vector {
  id: string;
  inputs: any;
  expected: any;
  tol: number;
}
const vectors: Record<string, Vector[]> = JSON.parse(
  readFileSync(new URL("vectors.json", import.meta.url), "utf8"),
);

const ones = (passes: number, runs: number) => Array.from({ length: runs }, (_, i) => (i < passes ? 1 : 0));
const pairs = ({ xA, xB, kA, kB }: any) =>
  xA.map((passes: number, i: number) => ({ a: ones(passes, kA), b: ones(xB[i], kB) }));
const counts = ({ xA, xB, kA, kB }: any) =>
  xA.map((passes: number, i: number) => ({ a: { passes, runs: kA }, b: { passes: xB[i], runs: kB } }));
const scores = ({ scoresA, scoresB }: any) => scoresA.map((a: number[], i: number) => ({ a, b: scoresB[i] }));
const clustered = ({ d, cluster }: any) =>
  d.map((value: number, i: number) => ({ value, cluster: String(cluster[i]) }));
const units = (input: any) =>
  toStrata(pairs(input).map((pair: any, i: number) => ({ case: String(i), combination: "c", ...pair })));
const verdicts = {
  improved: "IMPROVE",
  neutral: "NEUTRAL",
  regressed: "REGRESS",
  inconclusive: "INCONCLUSIVE",
};

const compute: Record<string, (input: any) => any> = {
  normalQuantile: ({ p }) => normalQuantile(p),
  normalCdf: ({ x }) => normalCdf(x),
  tQuantile: ({ p, df }) => tQuantile(p, df),
  lnGamma: ({ x }) => lnGamma(x),
  betaInc: ({ x, a, b }) => betaInc(x, a, b),
  betaIncInv: ({ p, a, b }) => betaIncInv(p, a, b),
  hypergeomPmf: ({ k, N, K, n }) => {
    const { from, mass } = hypergeometric(N, K, n);
    return mass[k - from];
  },
  wilson: ({ x, n, level }) => wilson({ passes: x, runs: n }, level),
  // No failure in five runs: the upper end of the failure rate.
  clopperPearson: ({ x, n }) => [x, unseenAtMost(n)],
  populationInterval: (input) => populationInterval(clustered(input), input.level),
  // The first term of the population interval is the cluster-robust error; the imaginary clusters are taken off again.
  clusteredSe: (input) => {
    const { se, clusters, diff } = populationInterval(clustered(input));
    return { mean: diff, seCR1: Math.sqrt(se ** 2 - 2 / clusters ** 2) };
  },
  stratifiedExactBinary: (input) => stratifiedExact(counts(input)),
  // McNemar's test is the exact test with one run a side.
  mcnemar: ({ aPassBFail, aFailBPass }) => {
    const lost = counts({ xA: ones(aPassBFail, aPassBFail), xB: ones(0, aPassBFail), kA: 1, kB: 1 });
    const won = counts({ xA: ones(0, aFailBPass), xB: ones(aFailBPass, aFailBPass), kA: 1, kB: 1 });
    const { pWorse, midPWorse } = stratifiedExact([...lost, ...won]);
    return { exactWorse: pWorse, midPWorse };
  },
  stratifiedPermutation: (input) => stratifiedPermutation(scores(input)),
  // The sign-flip test is the permutation test with one run a side.
  signFlipExact: ({ d }) => stratifiedPermutation(d.map((value: number) => ({ a: [0], b: [value] }))),
  gateInterval: (input) => gateInterval(pairs(input), input.z, input.range),
  gateIntervalContinuous: (input) => {
    const range = strayRange(scores(input), "score");
    return { ...gateInterval(scores(input), input.z, range), range };
  },
  gateVerdict: (input) => {
    const z = input.z ?? -normalQuantile(input.alpha);
    const { alpha, margin } = input;
    const result = judgeScope(units(input), { z, alpha, margin, measure: "pass-fail", combination: null });
    return { ...result, verdict: verdicts[result.verdict] };
  },
  holm: ({ p }) => holm(p),
  benjaminiHochberg: ({ p }) => benjaminiHochberg(p),
  fisherWorse: ({ kA, xA, kB, xB }) => {
    const { pWorse, midPWorse } = fisherTest({ passes: xA, runs: kA }, { passes: xB, runs: kB });
    return { p: pWorse, midP: midPWorse };
  },
  passAtK: ({ n, c, k }) => passAtK({ passes: c, runs: n }, k),
  passHatK: ({ n, c, k }) => passHatK({ passes: c, runs: n }, k),
  flipRate: ({ passes, runs }) => flipRate({ passes, runs }),
  runPairsForNeutral: ({ flip, margin, z }) => runPairsForNeutral(flip, margin, z),
  sequentialConstant: ({ looks }) => {
    const { z, alpha } = lookThreshold(looks);
    return { z, alphaPerLook: alpha };
  },
};

/** Expected members that are not this function's to give. */
const notOurs: Record<string, string[]> = {
  clusteredSe: ["seCR0"],
  mcnemar: ["exactTwoSided", "midPTwoSided"],
  signFlipExact: ["pTwoSided"],
  sequentialConstant: ["totalCrossing"],
};

describe.each(Object.keys(vectors))("%s", (name) => {
  test.each(vectors[name]!)("$id", ({ inputs, expected, tol }) => {
    expectClose(compute[name]!(inputs), expected, tol, notOurs[name] ?? []);
  });
});

test("every function of the vectors is computed, and each has some", () => {
  expect(Object.keys(compute).toSorted()).toEqual(Object.keys(vectors).toSorted());
  expect(Math.min(...Object.values(vectors).map((list) => list.length))).toBeGreaterThan(0);
});

test("the default looks are those of the constants", () => {
  expect(lookThreshold(defaultRules.looks).z).toBe(2.4122);
  expect(lookThreshold([3, 5, 10]).z).toBe(2.2991);
  expect(lookThreshold([1]).z).toBe(1.96);
  expect(lookThreshold([1]).alpha).toBeCloseTo(0.024998, 6); // scipy norm.cdf(-1.96) = 0.0249979
  expect(lookThreshold([2, 4]).z).toBe(2.2415); // Bonferroni: scipy norm.isf(0.0125) = 2.241403
});

function expectClose(actual: any, expected: any, tol: number, skipped: string[]): void {
  if (typeof expected === "number") {
    expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(tol);
  } else if (typeof expected === "string") expect(actual).toBe(expected);
  else {
    for (const [key, value] of Object.entries(expected)) {
      if (!skipped.includes(key)) expectClose(actual[key], value, tol, []);
    }
  }
}
