import { defineFindings } from "../util/index.ts";
import type { Reason, StopReason } from "./comparison.ts";
import { counted, grouped, onceIn, plain, points, signedPoints } from "./numbers.ts";

interface GroupSize {
  clusters: number;
}

/** What keeps a comparison of sessions from being about the prompt, and a stored baseline from being used. */
export const compareFinding = defineFindings({
  "not-assigned": (a: { sessions: number; of: number }) =>
    `${grouped(a.sessions)} of ${counted(a.of, "session")} were not assigned to a version at random, so the users may differ as well as the prompts. Split sessions with assignVariant and compare again.`,
  "several-experiments": (a: { experiments: number }) =>
    `the sessions come from ${a.experiments} experiments with splits of their own. Compare the sessions of one experiment.`,
  "uneven-split": (a: { a: number; b: number; shareOfB: number }) =>
    `${grouped(a.a)} users or tasks got A and ${grouped(a.b)} got B, which a split with ${points(a.shareOfB)}% for B does not give by chance. Find out which sessions were lost or chosen.`,
  "both-versions": (a: { clusters: number }) =>
    `${grouped(a.clusters)} of the users or tasks had both versions; the interval allows for it, but what was learnt with one may show with the other.`,
  "other-times": (_: object) =>
    "the sessions of one version all came before those of the other, so anything that changed in time looks like the prompt's doing. Run both side by side.",
  "few-clusters": (a: { a: GroupSize; b: GroupSize }) =>
    `${a.a.clusters} and ${a.b.clusters} users or tasks are too few independent sources to generalise; 10 on each side are the least.`,
  "baseline-differs": (a: { part: string }) =>
    `the stored baseline was made with other ${a.part}; A must be run again`,
  "baseline-alias": (a: { model: string }) =>
    `the stored baseline was made with ${a.model}, which is an alias and may mean another model now; A must be run again`,
  "baseline-old": (a: { days: number }) =>
    `the stored baseline is ${a.days} days old, more than 7; A must be run again`,
  "baseline-look": (a: { look: number }) =>
    `a stored baseline needs at least 3 runs of B at the first look, not ${a.look}; use looks 3, 5, 10`,
  "baseline-lacks": (a: { units: number; of: number }) =>
    `the stored baseline has fewer than 3 runs, asked by itself, of ${grouped(a.units)} of the ${counted(a.of, "result")} that can be affected; A must be run again`,
  "baseline-few": (_: object) =>
    "with fewer than 10 affected cases both sides are run afresh, and no stored baseline is of use; leave --baseline out",
  "baseline-none": (a: { dir: string }) =>
    `${a.dir} is no folder of a comparison. Name one of strata ab for --baseline.`,
  "baseline-drifted": (a: { run: string }) =>
    `A no longer does as it did in run ${a.run}, or could not be measured, so its stored runs were dropped and A is run again.`,
});

interface Change {
  diff: number;
  lower: number;
  upper: number;
}
interface Rates {
  rateA: number;
  rateB: number;
}

/** The sentences of a comparison, in plain words: no p-values, and never a bare "significant". */
export const sentences = {
  equal: () => "A and B are equal on this corpus: no request differs, nothing was compared.",
  neutral: (a: { cases: number }) => `No real change on these ${counted(a.cases, "case")}.`,
  improved: (a: Change) =>
    `B is better by ${points(a.diff)} points (between ${signedPoints(a.lower)} and ${signedPoints(a.upper)}).`,
  worse: (a: Change) =>
    `B is worse by ${points(-a.diff)} points (between ${signedPoints(a.lower)} and ${signedPoints(a.upper)}).`,
  worseIn: (a: Change & { combination: string }) =>
    `B is worse in ${a.combination} by ${points(-a.diff)} points (between ${signedPoints(a.lower)} and ${signedPoints(a.upper)}).`,
  worseByCase: () => "B is worse: it loses cases that A passes.",
  undecided: (a: Change & { margin: number }) =>
    `Can't tell yet. Anything from ${signedPoints(a.lower)} to ${signedPoints(a.upper)} points fits; your limit is -${points(a.margin)}.`,
  rates: (a: Rates) => `B passes ${points(a.rateB)}% of runs, A ${points(a.rateA)}%.`,
  scores: (a: Rates) => `B scores ${points(a.rateB)} of 100 on average, A ${points(a.rateA)}.`,
  likely: (a: Change) =>
    `Most likely change ${signedPoints(a.diff)} points; between ${signedPoints(a.lower)} and ${signedPoints(a.upper)} fits the data.`,
  ruledOut: (a: { margin: number }) => `A drop of more than ${points(a.margin)} points is ruled out.`,
  smallDrop: () => "There is a small measurable drop, within your limit.",
  chance: (a: { p: number; direction: "drop" | "gain" }) =>
    `If nothing had changed, a ${a.direction} this large would come up ${onceIn(a.p)}.`,
  conflict: (a: { helps: string[]; hurts: string[] }) =>
    `B helps ${a.helps.join(", ")} and hurts ${a.hurts.join(", ")}.`,
  unresolved: (a: { combinations: string[]; margin: number }) =>
    `In ${a.combinations.join(", ")} alone a drop of ${points(a.margin)} points is not ruled out.`,
  confirmed: (a: UnitWords) =>
    `${a.mustPass ? "Must-pass case" : "Case"} ${a.case} in ${a.combination}: ${plain(a.passesA)}/${a.runsA} -> ${plain(a.passesB)}/${a.runsB}, confirmed on fresh runs.`,
  untold: (a: { cases: string[] }) => `Not confirmed for want of measured fresh runs: ${a.cases.join(", ")}.`,
  worthALook: (a: { cases: string[] }) => `Worth a look, as a hint and not a verdict: ${a.cases.join(", ")}.`,
  fewNone: (a: { units: number; smallestDrop: number }) =>
    `No loss as far as 10 runs a case can show (${counted(a.units, "unit")}). Of a case that always passed, a drop of ${points(a.smallestDrop)} points or more would most likely have been seen.`,
  repeats: (a: { repeats: number; calls: number; cost: string }) =>
    `${counted(a.repeats, "more repeat")} (${counted(a.calls, "call")}${a.cost}) ${a.repeats === 1 ? "has" : "have"} an 80% chance to settle it, if B is as good as A.`,
  moreCases: (a: { cases: number; calls: number; cost: string }) =>
    `More repeats will not settle it, more cases will: add about ${counted(a.cases, "case")} (${counted(a.calls, "call")}${a.cost}).`,
  nearLimit: () =>
    "The change is so near your limit that no number of runs can be promised to settle it; decide by the interval.",
  affected: (a: { cases: number; of: number }) =>
    `${grouped(a.cases)} of ${counted(a.of, "case")} can be affected.`,
  wholeCorpus: (a: { effect: number }) =>
    `Over the whole corpus the change is ${signedPoints(a.effect)} points.`,
  runs: (a: { used: number; saved: number }) =>
    `${counted(a.used, "run")} used${a.saved > 0 ? `, ${grouped(a.saved)} saved by stopping early` : ""}.`,
  visible: (a: { smallestDrop: number }) =>
    `The smallest drop that these runs find with 80% chance is ${points(a.smallestDrop)} points.`,
  unmeasured: (a: { a: number; b: number }) =>
    `Unmeasured and left out: ${counted(a.a, "run")} of A, ${counted(a.b, "run")} of B.`,
  mustPassUnmeasured: (a: { cases: string[] }) =>
    `Must-pass ${a.cases.length === 1 ? "case" : "cases"} not measured: ${a.cases.join(", ")}.`,
  carries: (a: Change) =>
    `For new cases like these, anything between ${signedPoints(a.lower)} and ${signedPoints(a.upper)} points fits.`,
  fewSources: () => "Too few independent sources to say anything about new cases.",
  ruleOfThree: (a: { cases: number }) =>
    `${counted(a.cases, "unchanged case")} can still miss a fault that hits fewer than 1 in ${grouped(Math.max(1, Math.floor(a.cases / 3)))} inputs.`,
};

interface UnitWords {
  case: string;
  combination: string;
  mustPass: boolean;
  passesA: number;
  runsA: number;
  passesB: number;
  runsB: number;
}

/** Why the looks ended, where it is worth saying. */
export const stopWords: Record<StopReason, string | null> = {
  decided: null,
  equal: null,
  "few-cases": "With fewer than 10 affected cases there is no margin verdict; each was run 10 times a side.",
  "last-look": null,
  futile: "Stopped early: more repeats would most likely decide nothing.",
  copies: "Repeats gave the same bytes again and again; they count as one run.",
  stopped: "Stopped before a verdict.",
  "nothing-measured": null,
};

/** Why nothing better than "inconclusive" can be said. */
export const doubtWords: Partial<Record<Reason, string>> = {
  "nothing-measured": "Can't tell: no run was measured on both sides.",
  "too-many-unmeasured":
    "Can't tell: more than 2% of the runs could not be measured. Run it again; what is missing is tried again.",
  "unequally-unmeasured":
    "Can't tell: one version has many more unmeasured runs than the other. Run it again; what is missing is tried again.",
  "must-pass-untold":
    "Can't tell: a must-pass case did worse and could not be measured often enough to confirm or clear it.",
  "case-untold": "Can't tell: a case had too few measured runs.",
  "combination-unresolved": "Can't tell yet: it was stopped before every combination was resolved.",
};

/** A share of deterministic answers, in words. */
export const exactSentences = {
  lost: (a: { cases: string[] }) => `Lost: ${a.cases.join(", ")}.`,
  none: (a: { units: number }) => `No case lost of ${counted(a.units, "exact result")}.`,
  harder: (a: { cases: string[] }) =>
    `Harder to find, but still in the text that reaches the model: ${a.cases.join(", ")}.`,
  gained: (a: { cases: string[] }) => `Gained: ${a.cases.join(", ")}.`,
  maybe: (a: { cases: string[] }) => `Not measured, may be lost: ${a.cases.join(", ")}.`,
  capped: () => "Can't tell: too many results could not be measured, or many more on one side.",
};
