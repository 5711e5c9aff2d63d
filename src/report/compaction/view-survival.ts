import {
  compactFinding,
  type FactState,
  gates,
  promisesUsers,
  type SurvivalRun,
  verdicts,
} from "../../compact/index.ts";
import type { Finding } from "../../util/index.ts";
import { rateOf, ratesBy, type Witness } from "./survival-rate.ts";
import type { StrategySurvival, SurvivalCell, SurvivalView } from "./survival-view.ts";

const textual =
  "A kept fact is there to be read; it says nothing of whether a model obeys it. Summaries are made by the embedded extractive summariser unless a model was named.";
const opaque =
  "What a vendor's server keeps cannot be read: those strategies ran on a stand-in, are not observable, and are in no rate.";

/** What runs came to; `failures` are the findings that decide. */
export function viewSurvival(runs: readonly SurvivalRun[], failures: readonly Finding[]): SurvivalView {
  const groups = Map.groupBy(runs, ({ stack, variant, strategy }) => [stack, variant, strategy].join("\0"));
  const strategies = [...groups.values()].map(viewStrategy);
  const boundaries = runs.flatMap((run) => run.boundaries);
  const facts = boundaries.flatMap((boundary) => boundary.facts);
  const errors = failures.filter(({ severity }) => severity === "error");
  return {
    caveats: [textual, ...(boundaries.some(({ observable }) => !observable) ? [opaque] : [])],
    summarizers: [...new Set(runs.map(({ summarizer }) => summarizer))],
    sessions: [...new Set(runs.map(({ session }) => session))],
    totals: {
      runs: runs.length,
      boundaries: boundaries.length,
      facts: facts.filter(({ survived }) => survived !== null).length,
      survived: facts.filter(({ survived }) => survived === true).length,
      notObservable: facts.filter(({ survived }) => survived === null).length,
      failures: errors.length,
    },
    strategies,
    matrix: firstProfiles(runs).flatMap(cellsOf),
    failures: errors.map(({ message }) => message),
    known: knownOf(runs),
  };
}

/** The least lower end of the rate at which facts of the user survive with a stack's own strategy. */
const userFloor = 0.9;
/** With fewer facts no rate, however good, reaches the floor. */
const enoughFacts = 35;

/** Stacks whose own strategy loses more of what the user said than it may. With too few facts nothing can be said. */
export function belowFloor(runs: readonly SurvivalRun[]): Finding[] {
  const own = runs.filter((run) => gates(run) && promisesUsers(run.strategy));
  const groups = Map.groupBy(own, ({ stack, variant, strategy }) => [stack, variant, strategy].join("\0"));
  return [...groups.values()].flatMap((group) => {
    const witnesses = witnessesOf(group).filter(({ verdict }) => verdict.source === "user");
    const different = new Set(witnesses.map(({ session, verdict }) => `${session}\0${verdict.fact}`)).size;
    const { survived: kept, marked, interval } = rateOf(witnesses);
    if (different < enoughFacts || interval === null || interval[0] >= userFloor) return [];
    const { stack, variant, strategy } = group[0]!;
    return [
      compactFinding("users-below-floor", {
        ...{ stack, variant, strategy, kept, marked },
        ...{ low: interval[0], floor: userFloor },
      }),
    ];
  });
}

function viewStrategy(runs: readonly SurvivalRun[]): StrategySurvival {
  const { stack, variant, strategy, own, summarizer } = runs[0]!;
  // A loss that the stack declares itself is shown apart.
  const counted = runs.filter(({ known }) => known === null);
  const boundaries = counted.flatMap((run) => run.boundaries);
  const witnesses = witnessesOf(counted);
  const most = Math.max(...counted.map(({ generations }) => generations));
  const aging = witnessesOf(counted.filter(({ generations }) => generations === most));
  const decay = ratesBy(aging, ({ age, source }) => (source === "memory" ? null : String(age)));
  const overall = rateOf(witnesses);
  const states = countStates(witnesses);
  const compacted = boundaries.filter(({ outcome }) => outcome === "compacted");
  const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
  const count = (outcome: string): number => boundaries.filter((one) => one.outcome === outcome).length;
  return {
    ...{ stack, variant, strategy, own, summarizer, overall, decay },
    boundaries: { compacted: compacted.length, unchanged: count("unchanged"), failed: count("failed") },
    verdicts: states,
    byKind: ratesBy(witnesses, ({ kind }) => kind),
    bySource: ratesBy(witnesses, ({ source }) => source),
    byDepth: ratesBy(witnesses, ({ depth }) => (depth === null ? null : String(depth))),
    byGenerations: Object.fromEntries(
      [...Map.groupBy(counted, ({ generations }) => generations)]
        .toSorted(([a], [b]) => a - b)
        .map(([generations, group]) => [String(generations), rateOf(witnessesOf(group, true))]),
    ),
    halfLife: halfLifeOf(decay),
    contradiction: overall.marked === 0 ? null : states.contradicted / overall.marked,
    fabrication: {
      claims: sum(boundaries.map(({ fabrications }) => fabrications.claims)),
      fabricated: sum(boundaries.map(({ fabrications }) => fabrications.fabricated.length)),
    },
    injections: {
      planted: sum(boundaries.map(({ injections }) => injections.planted)),
      carried: sum(boundaries.map(({ injections }) => injections.carried.length)),
      attributed: sum(
        boundaries.map(({ injections }) => injections.carried.filter(({ attributed }) => attributed).length),
      ),
    },
    tokens: {
      before: sum(compacted.map(({ tokens }) => tokens.before)),
      after: sum(compacted.map(({ tokens }) => tokens.after)),
    },
    probes: probesOf(counted),
    findings: sum(
      boundaries.map(({ findings }) => findings.filter(({ severity }) => severity === "error").length),
    ),
  };
}

function witnessesOf(runs: readonly SurvivalRun[], lastOnly = false): Witness[] {
  return runs.flatMap(({ session, boundaries }) =>
    (lastOnly ? boundaries.slice(-1) : boundaries).flatMap(({ facts }) =>
      facts.map((verdict) => ({ session, verdict })),
    ),
  );
}

function countStates(witnesses: readonly Witness[]): Record<FactState, number> {
  const counts = verdicts.map((state) => [
    state,
    witnesses.filter(({ verdict }) => verdict.verdict === state).length,
  ]);
  return Object.fromEntries(counts) as Record<FactState, number>;
}

function halfLifeOf(decay: StrategySurvival["decay"]): number | null {
  const ages = Object.keys(decay)
    .map(Number)
    .toSorted((a, b) => a - b);
  return ages.find((age) => (decay[age]!.rate ?? 1) < 0.5) ?? null;
}

function probesOf(runs: readonly SurvivalRun[]): StrategySurvival["probes"] {
  const all = runs.flatMap(({ probes }) => probes);
  const asked = all.filter(({ whole, compacted }) => whole !== null && compacted !== null);
  const count = (is: (one: (typeof asked)[number]) => boolean | null): number =>
    asked.filter((one) => is(one) === true).length;
  return {
    asked: asked.length,
    whole: count(({ whole }) => whole),
    compacted: count(({ compacted }) => compacted),
    lost: count(({ whole, compacted }) => whole === true && compacted === false),
    gained: count(({ whole, compacted }) => whole === false && compacted === true),
    unmeasured: all.length - asked.length,
  };
}

/** Runs of the profile of each stack that was run first, and in every way. */
function firstProfiles(runs: readonly SurvivalRun[]): SurvivalRun[] {
  const first = new Map<string, string>();
  for (const { stack, profile } of runs) if (!first.has(stack)) first.set(stack, profile);
  return runs.filter(({ stack, profile }) => first.get(stack) === profile);
}

function cellsOf(run: SurvivalRun): SurvivalCell[] {
  const { stack, variant, profile, session, strategy, own, generations, trigger, edit, boundaries } = run;
  if (trigger !== "auto" || edit !== "none") return [];
  return (boundaries.at(-1)?.facts ?? []).map((verdict) => {
    const { fact, kind, source, severity, verdict: state, place, span, reason } = verdict;
    const whose = { stack, variant, profile, session, strategy, own, generations };
    return { ...whose, fact, kind, source, severity, verdict: state, place, span, reason };
  });
}

function knownOf(runs: readonly SurvivalRun[]): string[] {
  const declared = Map.groupBy(
    runs.filter(({ known }) => known !== null),
    ({ stack, known }) => `${stack}: ${known}`,
  );
  return [...declared].map(([reason, group]) => {
    const bad = group
      .flatMap(({ boundaries }) => boundaries)
      .filter(
        ({ findings, facts }) =>
          findings.some(({ severity }) => severity === "error") ||
          facts.some(({ source, survived }) => source === "memory" && survived === false),
      );
    return `${reason}; seen at ${bad.length} ${bad.length === 1 ? "boundary" : "boundaries"}, and in no count`;
  });
}
