import { combineVerdicts, type Verdict } from "../compare/index.ts";
import type { Finding } from "../util/index.ts";
import { gateFinding } from "./messages.ts";
import type { Compared, Gate, GatePart, PartCode } from "./types.ts";

type Policy = Pick<Gate, "onInconclusive" | "requireMeasured">;

/** The comparisons on all suites as one part. */
export function judgeComparison(
  results: readonly Compared[],
  policy: Policy,
): { part: GatePart; verdict: Verdict; mustPassUnmeasured: string[] } {
  const verdict = combineVerdicts(results.map((result) => result.verdict));
  const unmeasured = [...new Set(results.flatMap((result) => result.mustPassUnmeasured))].toSorted();
  const findings: Finding[] = results.flatMap((result) => result.findings);
  const codes: PartCode[] = results.map((result) => codeOf(result, policy));
  const passed = results.some((result, i) => result.verdict === "inconclusive" && codes[i] === 0);
  if (passed) findings.push(gateFinding("passed-undecided", {}, {}, "warning"));
  if (unmeasured.length > 0) {
    const severity = policy.requireMeasured ? "error" : "warning";
    findings.push(gateFinding("must-pass-unmeasured", { cases: unmeasured }, {}, severity));
    if (policy.requireMeasured) codes.push(3);
  }
  const sentences = results.map(({ suite, words }) =>
    results.length === 1 ? words : [`${suite}: ${words[0]}`, ...words.slice(1)],
  );
  const [first = [], ...others] = sentences;
  const [summary = "Nothing was compared.", ...details] = first;
  const code = worst(codes);
  return {
    part: { part: "comparison", code, summary, details: [...details, ...others.flat()], findings },
    ...{ verdict, mustPassUnmeasured: unmeasured },
  };
}

/** A comparison that was cut short was not decided, whatever the policy. */
function codeOf({ verdict, stopped, exitCode }: Compared, { onInconclusive }: Policy): PartCode {
  if (verdict === "regressed") return 1;
  if (stopped !== null || exitCode === 130) return 3;
  return verdict === "inconclusive" && onInconclusive === "block" ? 3 : 0;
}

/** The code that decides: 2 before 1 before 3. */
export function worst(codes: readonly PartCode[]): PartCode {
  return ([2, 1, 3] as const).find((code) => codes.includes(code)) ?? 0;
}
