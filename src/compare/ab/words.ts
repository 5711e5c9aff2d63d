import { plainLine } from "../../util/index.ts";
import { describeComparison, describeExact } from "../describe.ts";
import type { ExactResult } from "../exact.ts";
import type { AbCase, AbResult } from "./types.ts";
import { abSentences } from "./messages.ts";

/** What the words are made of. */
export type Worded = Omit<AbResult, "words"> & {
  exact: ExactResult | null;
  /** Of sampled answers. */
  sampledCorpus: { cases: number; units: number };
  /** US dollars; undefined where it is not known. */
  costPerCall: number | undefined;
};

/** The result in sentences: the verdict first, then what it rests on, then what would settle it. */
export function describeAb(result: Worded): string[] {
  const { exact, sampled, affected, corpus, skipped, quarantined, stopped, baseline } = result;
  const notes = [
    ...skipped.map((one) => abSentences.skipped(one)),
    ...(quarantined.length > 0
      ? [abSentences.quarantined({ cases: quarantined.map((one) => one.case) })]
      : []),
    ...(baseline == null || baseline.dropped ? [] : [abSentences.baseline(baseline)]),
    ...(stopped === null ? [] : [abSentences.stopped({ limit: stopped })]),
  ].map(plainLine);
  if (result.identical) return [plainLine(abSentences.identical(result.a)), ...notes];
  if (corpus.units === 0 && skipped.length === 0) return [abSentences.notComparable(), ...notes];
  if (affected.units === 0 && skipped.length === 0) return [abSentences.equal(), ...notes];
  if (exact === null && sampled === null) return [verdictOf(result), abSentences.nothingMeasured(), ...notes];
  const reach = { cases: affected.cases, of: corpus.cases, units: affected.units, ofUnits: corpus.units };
  const words = sampled === null ? [] : sampledWords(result);
  if (exact === null) return [...words, ...notes];
  const { unmeasured } = exact;
  return [
    verdictOf(result),
    ...describeExact(exact),
    ...(unmeasured.a + unmeasured.b > 0 ? [abSentences.exactUnmeasured(unmeasured)] : []),
    ...(result.mustPassUnmeasured.length > 0
      ? [plainLine(abSentences.mustPassUnmeasured({ cases: result.mustPassUnmeasured }))]
      : []),
    abSentences.affected(reach),
    ...(sampled === null ? [abSentences.exact()] : [abSentences.sampled(), ...words]),
    ...notes,
  ];
}

/** With the number of exact cases that made it, where they did. */
function verdictOf({ verdict, lost, gained }: Worded): string {
  const counted = (cases: readonly AbCase[]) =>
    new Set(cases.filter((one) => one.mode === "exact" && one.quarantined === null).map((one) => one.case))
      .size;
  const [less, more] = [counted(lost), counted(gained)];
  if (verdict === "regressed" && less > 0) return abSentences.loses({ cases: less });
  if (verdict === "improved" && more > 0) return abSentences.gains({ cases: more });
  return abSentences.verdict[verdict];
}

function sampledWords({ sampled, rules, sampledCorpus, costPerCall }: Worded): string[] {
  return describeComparison(sampled!, { measure: rules.measure, corpus: sampledCorpus, costPerCall });
}
