import { plainLine } from "../util/index.ts";
import { fewSources } from "./carry-over.ts";
import type { Advice, Comparison } from "./comparison.ts";
import type { ExactResult, ExactUnit } from "./exact.ts";
import { doubtWords, exactSentences, sentences, stopWords } from "./messages.ts";
import type { Measure } from "./statistics/index.ts";
import type { ScopeResult } from "./types.ts";

const mostHints = 10;

/** What the words need beyond the comparison itself. */
export interface WordsContext {
  measure: Measure;
  /** All cases and units of the corpus, affected or not. */
  corpus?: { cases: number; units: number } | undefined;
  /** What a call costs, in dollars; without it no cost is told. */
  costPerCall?: number | undefined;
}

/** The comparison in plain sentences: the verdict first, then what it rests on, then what would settle it. */
export function describeComparison(comparison: Comparison, context: WordsContext): string[] {
  if (comparison.stop === "equal") return [sentences.equal()];
  return [
    ...verdictWords(comparison, context),
    ...unitWords(comparison),
    ...(comparison.advice ? [adviceWords(comparison.advice, context)] : []),
    ...footing(comparison, context),
  ].map(plainLine);
}

function verdictWords(comparison: Comparison, { measure }: WordsContext): string[] {
  const { verdict, reasons, result, stop } = comparison;
  const doubts = verdict === "inconclusive" ? reasons.flatMap((reason) => doubtWords[reason] ?? []) : [];
  const why = [stopWords[stop] ?? []].flat();
  if (!result) {
    if (verdict === "regressed") return [sentences.worseByCase(), ...why];
    if (doubts.length > 0) return [...doubts, ...why];
    const { units, smallestDrop } = comparison;
    return [sentences.fewNone({ units, smallestDrop: smallestDrop ?? 1 }), ...why];
  }
  const { pooled, helps, hurts, unresolved } = result;
  const rates = measure === "pass-fail" ? sentences.rates(pooled) : sentences.scores(pooled);
  const conflict = helps.length > 0 && hurts.length > 0 ? [sentences.conflict({ helps, hurts })] : [];
  const open = unresolved.length > 0 && verdict !== "regressed";
  const alone = open ? [sentences.unresolved({ combinations: unresolved, margin: 2 * pooled.margin })] : [];
  return [...doubts, ...headline(comparison, pooled, rates), ...conflict, ...alone, ...why];
}

function headline(comparison: Comparison, pooled: ScopeResult, rates: string): string[] {
  const { verdict, reasons, result } = comparison;
  if (verdict === "improved") {
    return [sentences.improved(pooled), rates, sentences.chance({ p: pooled.midPBetter, direction: "gain" })];
  }
  if (verdict === "regressed") {
    if (reasons.includes("pooled")) {
      return [sentences.worse(pooled), rates, sentences.chance({ p: pooled.midPWorse, direction: "drop" })];
    }
    const worse = result!.combinations.filter((scope) => scope.verdict === "regressed");
    const where = worse.flatMap((scope) => [
      sentences.worseIn({ ...scope, combination: scope.combination! }),
      sentences.chance({ p: scope.midPWorse, direction: "drop" }),
    ]);
    return [...(where.length > 0 ? where : [sentences.worseByCase()]), rates];
  }
  if (verdict === "neutral") {
    const small = pooled.smallDrop ? [sentences.smallDrop()] : [];
    return [
      ...[sentences.neutral(pooled), rates, sentences.likely(pooled)],
      ...[sentences.ruledOut(pooled), ...small],
    ];
  }
  return reasons[0] === "pooled" ? [sentences.undecided(pooled), rates] : [rates, sentences.likely(pooled)];
}

function unitWords({ confirmation, mustPassUnmeasured, worthALook }: Comparison): string[] {
  const worst = confirmation.confirmed.toSorted(
    (x, y) => y.passesA / y.runsA - y.passesB / y.runsB - (x.passesA / x.runsA - x.passesB / x.runsB),
  );
  const untold = confirmation.untold.map(nameOf);
  const named = new Set(worst.map(nameOf));
  const hints = worthALook.map(nameOf).filter((name) => !named.has(name));
  return [
    ...worst.map((unit) => sentences.confirmed({ ...unit, mustPass: unit.policy === "must-pass" })),
    ...(hints.length > 0 ? [sentences.worthALook({ cases: hints.slice(0, mostHints) })] : []),
    ...(untold.length > 0 ? [sentences.untold({ cases: untold })] : []),
    ...(mustPassUnmeasured.length > 0 ? [sentences.mustPassUnmeasured({ cases: mustPassUnmeasured })] : []),
  ];
}

function adviceWords(advice: Advice, { costPerCall }: WordsContext): string {
  if (advice.by === "nothing") return sentences.nearLimit();
  const cost = costPerCall === undefined ? "" : `, about $${(advice.calls * costPerCall).toFixed(2)}`;
  return advice.by === "repeats"
    ? sentences.repeats({ ...advice, cost })
    : sentences.moreCases({ ...advice, cost });
}

function footing(comparison: Comparison, { corpus }: WordsContext): string[] {
  const { result, runs, smallestDrop, unmeasured, carriesOver, cases, units, verdict } = comparison;
  const lines: string[] = [];
  if (corpus) {
    lines.push(sentences.affected({ cases, of: corpus.cases }));
    if (result) lines.push(sentences.wholeCorpus({ effect: (result.pooled.diff * units) / corpus.units }));
  }
  if (unmeasured.a + unmeasured.b > 0) lines.push(sentences.unmeasured(unmeasured));
  lines.push(sentences.runs(runs));
  if (result && smallestDrop !== null) lines.push(sentences.visible({ smallestDrop }));
  if (result && carriesOver) {
    lines.push(carriesOver.clusters < fewSources ? sentences.fewSources() : sentences.carries(carriesOver));
  }
  if (result && verdict === "neutral") lines.push(sentences.ruleOfThree({ cases }));
  return lines;
}

/** Exact results in plain sentences. */
export function describeExact(result: ExactResult): string[] {
  const words = (list: readonly ExactUnit[], say: (a: { cases: string[] }) => string) =>
    list.length === 0 ? [] : [say({ cases: nameCases(list) })];
  return [
    ...(result.lost.length === 0 ? [exactSentences.none(result)] : words(result.lost, exactSentences.lost)),
    ...words(result.harderToFind, exactSentences.harder),
    ...words(result.gained, exactSentences.gained),
    ...words(result.maybeLost, exactSentences.maybe),
    ...(result.capped ? [exactSentences.capped()] : []),
  ].map(plainLine);
}

/** Each case once, with the combination it is about, or how many. */
function nameCases(list: readonly ExactUnit[]): string[] {
  const cases = [...Map.groupBy(list, (unit) => `${unit.case} ${unit.quarantined === true}`).values()];
  return cases.map((units) => {
    const { length } = units;
    return nameOf(length === 1 ? units[0]! : { ...units[0]!, combination: `${length} combinations` });
  });
}

function nameOf(unit: { case: string; combination: string; quarantined?: boolean | undefined }): string {
  return `${unit.case} in ${unit.combination}${unit.quarantined ? " (quarantined)" : ""}`;
}
