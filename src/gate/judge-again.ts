import type { AbCase, AbResult } from "../compare/index.ts";
import { comparedOf } from "./compared-of.ts";
import { judgeUnits } from "./judge-units.ts";
import { gateFinding } from "./messages.ts";
import type { Compared, Gate } from "./types.ts";

const headlines = {
  improved: "B is better.",
  neutral: "Nothing was lost.",
  regressed: "B is worse.",
  inconclusive: "Can't tell.",
} as const;

/**
 * A stored comparison, judged by the gate's settings of today. No call is made, so a stricter margin may leave open
 * what more runs would decide. The suite must be one of the gate's.
 */
export function judgeAgain(stored: AbResult, gate: Gate, quarantined: ReadonlyMap<string, string>): Compared {
  const { margin, goal } = gate.suites[stored.suite]!;
  const rules = { ...stored.rules, margin, goal };
  const { verdict, words } = judgeUnits(stored.units, rules, quarantined);
  const affected = stored.units.exact.length + stored.units.looks.length > 0;
  // Without a unit the words of the run itself say why: equal, or nothing that could be measured.
  const own = affected ? { verdict, words: [headlines[verdict], ...words] } : stored;
  const cases = (list: readonly AbCase[]) =>
    list.map((one) => ({ ...one, quarantined: quarantined.get(one.case) ?? null }));
  return {
    ...comparedOf(stored),
    ...{ rules, verdict: own.verdict, words: own.words },
    exitCode:
      stored.exitCode === 130
        ? 130
        : own.verdict === "regressed"
          ? 1
          : own.verdict === "inconclusive"
            ? 3
            : 0,
    ...{ lost: cases(stored.lost), gained: cases(stored.gained) },
    ...{ harderToFind: cases(stored.harderToFind), maybeLost: cases(stored.maybeLost) },
    quarantined: [...quarantined].map(([id, reason]) => ({ case: id, reason })),
    findings: [gateFinding("judged-again", { run: stored.id, created: stored.created }, {}, "info")],
    cost: { ...stored.cost, calls: 0 },
  };
}
