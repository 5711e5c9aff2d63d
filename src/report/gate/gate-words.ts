import type { Compared, GatePart, GateReport } from "../../gate/index.ts";

const outcomes = {
  passed: "Passed",
  failed: "Failed",
  refused: "Refused",
  undecided: "Not decided",
} as const;

/** The verdict in one sentence. */
export function gateHeadline({ outcome, verdict, because, base }: GateReport): string {
  const why = because.length === 0 ? "" : ` because of ${because.join(", ")}`;
  const compared = verdict === null ? "nothing was compared" : `the prompts are ${verdict}`;
  const against = base === null ? "" : ` against ${base.ref} (${base.commit.slice(0, 12)})`;
  return `${outcomes[outcome]}${why}: ${compared}${against}.`;
}

const marks = { 0: "ok", 1: "failed", 2: "refused", 3: "undecided" } as const;

/** What became of a part, in one word. */
export function partMark({ code, skipped }: Pick<GatePart, "code" | "skipped">): string {
  return skipped && code === 0 ? "skipped" : marks[code];
}

/** Exit code, and what was not measured: the last thing that a reader of a log sees. */
export function gateLastLine({ outcome, exitCode, verdict, mustPassUnmeasured }: GateReport): string {
  const { length } = mustPassUnmeasured;
  const unmeasured = `${length} must-pass ${length === 1 ? "case" : "cases"} not measured`;
  return `gate: ${outcome}, ${verdict ?? "nothing compared"}, exit ${exitCode}; ${unmeasured}`;
}

/** Cases of one kind, for a list. */
export interface ShownCases {
  title: string;
  cases: { name: string; combinations: string[]; reason: string; a: string | null; b: string | null }[];
}

const kinds = [
  ["Lost", "lost"],
  ["Not measured, may be lost", "maybeLost"],
  ["Harder to find, but still in the text that reaches the model", "harderToFind"],
  ["Gained", "gained"],
] as const satisfies [string, keyof Compared][];

/** The cases that differ, the weightiest first; kinds without a case are left out. */
export function shownCases({ comparisons }: Pick<GateReport, "comparisons">): ShownCases[] {
  return kinds.flatMap(([title, key]) => {
    const cases = comparisons.flatMap((result) =>
      result[key].map((one) => ({
        name: `${one.case}${one.policy === "must-pass" ? " (must-pass)" : ""}${one.quarantined === null ? "" : " (quarantined)"}`,
        combinations: one.combinations,
        reason: key === "gained" ? "" : one.b.reason,
        ...{ a: one.a.output, b: one.b.output },
      })),
    );
    return cases.length === 0 ? [] : [{ title, cases }];
  });
}
