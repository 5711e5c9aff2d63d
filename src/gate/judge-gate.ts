import type { Verdict } from "../compare/index.ts";
import { worst } from "./judge-comparison.ts";
import { type GateOutcome, type GatePart, type GateVerdict, type PartCode, partNames } from "./types.ts";

const outcomes: Record<PartCode, GateOutcome> = { 0: "passed", 1: "failed", 2: "refused", 3: "undecided" };

/** One verdict over all parts. A part that was left out has to say why, and decides by its code as any other. */
export function judgeGate(parts: readonly GatePart[], verdict: Verdict | null): GateVerdict {
  const exitCode = worst(parts.map(({ code }) => code));
  const inOrder = parts.toSorted((a, b) => partNames.indexOf(a.part) - partNames.indexOf(b.part));
  return {
    ...{ outcome: outcomes[exitCode], exitCode, verdict, parts: inOrder },
    because: exitCode === 0 ? [] : inOrder.filter(({ code }) => code === exitCode).map(({ part }) => part),
  };
}

/** A part made of findings alone: an error gives it this code. */
export function partOf(
  part: GatePart["part"],
  findings: GatePart["findings"],
  { fine, bad, code = 1 }: { fine: string; bad: string; code?: 1 | 2 | 3 },
): GatePart {
  const failed = findings.some(({ severity }) => severity === "error");
  return {
    part,
    code: failed ? code : 0,
    summary: failed ? bad : fine,
    details: [],
    findings: [...findings],
  };
}
