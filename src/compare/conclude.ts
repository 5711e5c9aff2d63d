import { compareText } from "../util/index.ts";
import { carryOver } from "./carry-over.ts";
import type { Advice, Comparison, Reason, StopReason } from "./comparison.ts";
import { casesWorthALook, confirm, type Confirmation, screen, smallestVisibleDrop } from "./confirm.ts";
import { judgeLook, type View } from "./judge-look.ts";
import { confirmRuns, type Rules, schedule } from "./rules.ts";
import { whatSettles } from "./statistics/index.ts";
import { countCases, toStrata, unitKey } from "./strata.ts";
import type { ComparisonState, UnitChange, UnitOutcomes, Verdict } from "./types.ts";
import { capOf, countUnmeasured, inFavourOfB } from "./unmeasured.ts";

const nothingConfirmed: Confirmation = { confirmed: [], untold: [], tried: 0 };

/** No request differs between the versions: they are equal on this corpus, and nothing was run. */
export function concludeEqual(): Comparison {
  return {
    ...summary([], []),
    ...{ verdict: "neutral", reasons: [], stop: "equal", look: 0, result: null },
    ...{ confirmation: nothingConfirmed, worthALook: [], advice: null, smallestDrop: null },
    ...{ carriesOver: null, runs: { used: 0, saved: 0 } },
  };
}

/** Too few cases for a margin: every confirmed loss counts, must-pass or not. */
export function concludeFew(rules: Rules, state: ComparisonState): Comparison {
  const fresh = state.units.map((unit) => freshOf(unit, state));
  const confirmation = confirm(fresh, rules.measure);
  const unmeasured = countUnmeasured(fresh);
  const reasons: Reason[] = [];
  let verdict: Verdict = "neutral";
  if (confirmation.confirmed.length > 0) [verdict, reasons[0]] = ["regressed", "confirmed-case"];
  else if (toStrata(fresh).length === 0) [verdict, reasons[0]] = ["inconclusive", "nothing-measured"];
  else {
    const cap = capOf(unmeasured);
    if (cap) reasons.push(cap);
    const { untold } = confirmation;
    if (untold.some((unit) => unit.policy === "must-pass")) reasons.push("must-pass-untold");
    else if (untold.some(unseen) || fresh.some(unfinished)) reasons.push("case-untold");
    if (reasons.length > 0) verdict = "inconclusive";
  }
  return {
    ...summary(state.units, fresh),
    ...{ verdict, reasons, stop: state.stopped ? "stopped" : "few-cases", look: 0, result: null },
    ...{ confirmation, worthALook: [], advice: null },
    smallestDrop: smallestVisibleDrop(fresh.length),
    carriesOver: carryOver(toStrata(fresh)),
    runs: { used: attempts(fresh), saved: 0 },
  };
}

function unseen({ runsA, runsB }: UnitChange): boolean {
  return Math.min(runsA, runsB) === 0;
}

/** Stopped before its ten runs a side. */
function unfinished({ a, b }: UnitOutcomes): boolean {
  return Math.min(a.length, b.length) < confirmRuns;
}

/** The verdict after the looks, with what confirmation, must-pass cases and unmeasured runs make of it. */
export function conclude(rules: Rules, state: ComparisonState, view: View, stop: StopReason): Comparison {
  const screened = screen(view.units, rules).map((unit) => freshOf(unit, state));
  const confirmation = confirm(screened, rules.measure);
  const { verdict, reasons } = judge(rules, view, stop, confirmation);
  const { lastLook } = schedule(rules);
  const spared = stop === "decided" || stop === "futile" || stop === "copies" ? lastLook - view.look : 0;
  const { result } = view;
  return {
    ...summary(state.units, view.units),
    ...{ verdict, reasons, stop, look: view.look, result, confirmation },
    worthALook: casesWorthALook(view.units, rules.measure),
    advice: verdict === "inconclusive" && reasons[0] === "pooled" ? advise(rules, view, stop) : null,
    smallestDrop: result?.pooled.smallestDrop ?? null,
    carriesOver: carryOver(toStrata(view.units)),
    runs: {
      used: attempts(state.units) + attempts(screened),
      saved: spared * sides(rules) * state.units.length,
    },
  };
}

function judge(
  rules: Rules,
  view: View,
  stop: StopReason,
  { confirmed, untold }: Confirmation,
): { verdict: Verdict; reasons: Reason[] } {
  const { result, units } = view;
  const lost = confirmed.some((unit) => unit.policy === "must-pass");
  if (!result) {
    return lost ? regressed("confirmed-case") : { verdict: "inconclusive", reasons: ["nothing-measured"] };
  }
  const cap = capOf(countUnmeasured(units));
  // A loss counts under a cap only if it is one however the missing runs would have gone.
  const sure = cap ? lossesOf(judgeLook(inFavourOfB(units), rules, schedule(rules))!) : lossesOf(result);
  const reasons = lossesOf(result).filter((reason) => sure.includes(reason));
  if (lost) reasons.push("confirmed-case");
  if (reasons.length > 0) return regressed(...reasons);
  const doubts: Reason[] = [];
  if (cap) doubts.push(cap);
  if (untold.some((unit) => unit.policy === "must-pass")) doubts.push("must-pass-untold");
  const early = stop === "stopped" || stop === "copies";
  if (early && result.verdict !== "inconclusive" && result.unresolved.length > 0) {
    doubts.push("combination-unresolved");
  }
  if (doubts.length > 0) return { verdict: "inconclusive", reasons: doubts };
  return { verdict: result.verdict, reasons: ["pooled"] };
}

function regressed(...reasons: Reason[]): { verdict: Verdict; reasons: Reason[] } {
  return { verdict: "regressed", reasons };
}

function lossesOf({ pooled, combinations }: NonNullable<View["result"]>): Reason[] {
  const reasons: Reason[] = [];
  if (pooled.verdict === "regressed") reasons.push("pooled");
  if (combinations.some((scope) => scope.verdict === "regressed")) reasons.push("combination");
  return reasons;
}

function advise(rules: Rules, { look, result, copies }: View, stop: StopReason): Advice | null {
  if (!result) return null;
  const { z, lastLook } = schedule(rules);
  const { se, units, cases, margin } = result.pooled;
  const perCase = units / cases;
  // Where repeats cannot help, it is as if this were the last look.
  const end = copies ? { look: 1, lastLook: 1 } : { look, lastLook };
  const factor = stop === "futile" ? Math.sqrt(look / lastLook) : 1;
  const now = stop === "futile" ? { look: lastLook, lastLook } : end;
  const settle = whatSettles({ se: se * factor, strata: units, z, margin, ...now });
  if (settle.by === "nothing") return { by: "nothing" };
  if (settle.by === "repeats") {
    return { ...settle, calls: settle.repeats * sides(rules) * units };
  }
  const more = Math.ceil(settle.strata / perCase);
  return { by: "cases", cases: more, calls: Math.ceil(more * perCase) * now.lastLook * 2 };
}

/** Versions that a round calls: a cached baseline is not run again. */
function sides(rules: Rules): 1 | 2 {
  return rules.cachedBaseline ? 1 : 2;
}

function summary(all: readonly UnitOutcomes[], seen: readonly UnitOutcomes[]) {
  const measured = new Set(toStrata(seen).map(({ unit }) => unitKey(unit)));
  const unseen = all.filter((unit) => unit.policy === "must-pass" && !measured.has(unitKey(unit)));
  return {
    ...{ units: all.length, cases: countCases(all), unmeasured: countUnmeasured(seen) },
    mustPassUnmeasured: [...new Set(unseen.map((unit) => unit.case))].toSorted(compareText),
  };
}

function freshOf(unit: UnitOutcomes, state: ComparisonState): UnitOutcomes {
  const fresh = state.confirmation.find((one) => unitKey(one) === unitKey(unit));
  return { ...unit, a: fresh?.a ?? [], b: fresh?.b ?? [] };
}

function attempts(units: readonly UnitOutcomes[]): number {
  return units.reduce((sum, { a, b }) => sum + a.length + b.length, 0);
}
