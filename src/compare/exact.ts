import type { Verdict } from "./types.ts";
import { capOf, countUnmeasured } from "./unmeasured.ts";

/** What both versions did on a unit whose answer never varies: the embedded reader, or one recorded answer. */
export interface ExactUnit {
  case: string;
  combination: string;
  policy?: "must-pass" | undefined;
  /** A quarantined case is shown and decides nothing. */
  quarantined?: boolean | undefined;
  a: 0 | 1 | null;
  b: 0 | 1 | null;
  /**
   * Whether a reader case's assertions still hold on B's whole assembled text. Left out where the text cannot excuse a
   * failure: `needs: assembly`, order, `strata:last-contains`, recorded answers.
   */
  onText?: "there" | "gone" | undefined;
}

/** Deterministic answers, judged case by case without any statistics. */
export interface ExactResult {
  verdict: Verdict;
  units: number;
  lost: ExactUnit[];
  /** Still in the text that reaches the model, but the reader no longer finds it: a warning. */
  harderToFind: ExactUnit[];
  gained: ExactUnit[];
  /** Not measured on B, or on A while B fails: may be lost. */
  maybeLost: ExactUnit[];
  unmeasured: { a: number; b: number };
  /** More than 2% unmeasured, or many more on one side. */
  capped: boolean;
}

/** One lost case that is not quarantined is a regression; none lost and one gained is an improvement; else neutral. */
export function judgeExact(units: readonly ExactUnit[]): ExactResult {
  const failedNow = units.filter(({ a, b }) => a === 1 && b === 0);
  const lost = failedNow.filter(({ onText }) => onText !== "there");
  const gained = units.filter(({ a, b }) => a === 0 && b === 1);
  const maybeLost = units.filter(({ a, b }) => (a === 1 && b === null) || (a === null && b === 0));
  const missing = countUnmeasured(units.map(({ a, b }) => ({ a: [a], b: [b] })));
  const capped = capOf(missing) !== null;
  const counted = (list: ExactUnit[]) => list.some((unit) => !unit.quarantined);
  const verdict = (): Verdict => {
    if (counted(lost)) return "regressed";
    if (capped || counted(maybeLost)) return "inconclusive";
    return counted(gained) ? "improved" : "neutral";
  };
  return {
    ...{ verdict: verdict(), units: units.length, lost, gained, maybeLost, capped },
    harderToFind: failedNow.filter(({ onText }) => onText === "there"),
    unmeasured: { a: missing.a, b: missing.b },
  };
}
