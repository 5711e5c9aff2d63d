import { defineFindings, suggestion } from "../util/index.ts";

/** The words of the gate stage. */
export const gateFinding = defineFindings({
  loosened: (a: { what: string; from: string; to: string }) =>
    `${a.what} was ${a.from} at the base and is ${a.to}: the gate asks for less.`,
  "loosened-with-prompts": (a: { what: string; from: string; to: string }) =>
    `${a.what} was ${a.from} at the base and is ${a.to}: the gate asks for less in the change that it judges. Loosen it in a change of its own.`,
  "quarantine-expired": (a: { case: string; until: string }) =>
    `the quarantine of ${a.case} ended on ${a.until}: the case decides again. Mend it, or give a later day with a reason.`,
  "quarantine-unknown": (a: { case: string; near?: string | undefined }) =>
    `no case is called ${a.case}.${suggestion(a.near)} Take it out of quarantine.`,
  "gate-unknown-suite": (a: { name: string; near?: string | undefined }) =>
    `the gate compares on the suite "${a.name}", which does not exist.${suggestion(a.near)}`,
  "gate-lacks-suite": (a: { name: string; near?: string | undefined }) =>
    `the stored run is of the suite "${a.name}", which the gate does not compare on. Add it under suites.`,
  "corpus-shrank": (a: { case: string; how: string[] }) =>
    `case ${a.case} proves less than at the base: ${a.how.join(", ")}.`,
  "foreign-code": (a: { what: string; does: string; keys: string[] }) =>
    `${a.what} ${a.does} and differs from the base, and the environment holds ${a.keys.join(", ")}. Merge it in a change of its own, or run the gate without a key.`,
  "too-many-warnings": (a: { warnings: number; limit: number }) =>
    `the linter warns ${a.warnings} times, and ${a.limit} are allowed. Mend the new ones; strata lint shows all.`,
  "over-tokens": (a: { combination: string; tokens: number; limit: number; estimate: boolean }) =>
    `the prompt of ${a.combination} has ${a.estimate ? "about " : ""}${a.tokens} tokens, and the gate allows ${a.limit}. Shorten it, or raise budgets.tokens in a change of its own.`,
  "over-growth": (a: { combination: string; from: number; to: number; limit: number }) =>
    `the prompt of ${a.combination} grew from ${a.from} to ${a.to} tokens, and the gate allows ${percent(a.limit)} more. Shorten it, or raise budgets.growth in a change of its own.`,
  "must-pass-unmeasured": (a: { cases: string[] }) =>
    `${a.cases.length} must-pass ${a.cases.length === 1 ? "case was" : "cases were"} not measured: ${a.cases.join(", ")}.`,
  "not-comparable": (a: { part: string; what: string }) => `${a.part} cannot be compared: ${a.what}.`,
  "judged-again": (a: { run: string; created: string }) =>
    `${a.run} of ${a.created} is judged again by the settings of now; no call was made.`,
  "unknown-run": (a: { run: string }) =>
    `reports/runs has no run "${a.run}". Name a folder there, a path to one, or latest.`,
  "unusable-run": (a: { run: string; why: string }) => `${a.run} cannot be judged: ${a.why}.`,
  "passed-undecided": (_: object) =>
    "NOTHING WAS SHOWN: the comparison could not be decided, and the gate lets it pass because of onInconclusive: pass.",
  "no-base": (_: object) => "there is no earlier commit to compare with. Name one with --base REF.",
  "base-without-prompts": (a: { base: string }) =>
    `${a.base} has no prompts that load, so there is nothing to compare with. Name another base with --base REF.`,
});

/** A share as people write it. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
