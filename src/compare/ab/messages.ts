import { defineFindings, suggestion } from "../../util/index.ts";
import { counted, grouped } from "../numbers.ts";

/** What stands in the way of comparing two versions, or limits what the comparison is about. */
export const abFinding = defineFindings({
  "no-prompts-at": (a: { ref: string }) =>
    `${a.ref} has no prompts/. Name a commit that has prompts, or --root the repository that has them.`,
  "corpus-not-at": (a: { ref: string }) =>
    `${a.ref} has no corpus/cases/. Name another --corpus-ref, or leave it out to take the working tree's.`,
  "variant-nowhere": (a: { variant: string; side: string; near?: string | undefined }) =>
    `no stack of ${a.side} has a variant "${a.variant}".${suggestion(a.near)}`,
  "replace-unknown": (a: { layer: string; side: string; near?: string | undefined }) =>
    `${a.side} has no layer "${a.layer}".${suggestion(a.near)} Name it as stack/layer=FILE.`,
  "replace-no-file": (a: { layer: string }) =>
    `layer "${a.layer}" is made of no layer file, so no file can stand in for it.`,
  "replace-several": (a: { layer: string; files: string[] }) =>
    `layer "${a.layer}" has a file for each profile. Name the one to replace: ${a.files.map((file) => `--replace ${file}=FILE`).join(", ")}.`,
  "stack-one-sided": (a: { stack: string; has: string; lacks: string; cases: number }) =>
    `stack "${a.stack}" is in ${a.has} and not in ${a.lacks}: its ${counted(a.cases, "case")} are not compared.`,
  "not-compared": (a: { units: number; has: string; lacks: string; combinations: string[] }) =>
    `${counted(a.units, "result")} can be had of ${a.has} only, not of ${a.lacks}, and are not compared: ${some(a.combinations)}.`,
  "case-changed": (a: { cases: string[] }) =>
    `not comparable, because they are not the same on both sides: ${some(a.cases)}.`,
  "no-runs": (a: { folder: string }) =>
    `${a.folder} holds no run. Name a run's folder, or one that holds such folders, with --runs.`,
  "journal-broken": (a: { lines: number }) =>
    `${counted(a.lines, "line")} of its journal could not be read and are left out.`,
  "sessions-which": (a: { recipes: string[] }) =>
    a.recipes.length === 0
      ? "the records hold no session. Name files of session records with --sessions."
      : `the sessions are of ${counted(a.recipes.length, "recipe")}, and two are compared. Name them: ${a.recipes.join(", ")}.`,
  "sessions-recipe": (a: { name: string; matches: number; near?: string | undefined }) =>
    a.matches > 1
      ? `"${a.name}" begins ${a.matches} recipe hashes of these sessions. Give more digits.`
      : `no session is of the recipe "${a.name}".${suggestion(a.near)} Give both recipe hashes, or six digits of each.`,
  "sessions-same": (a: { name: string }) => `both sides are the recipe ${a.name}. Name two.`,
  "sessions-changed": (a: { sessions: number }) =>
    `${counted(a.sessions, "session")} went on with another recipe than they began with, and are left out.`,
  "sessions-unknown": (a: { outcomes: number }) =>
    `${counted(a.outcomes, "outcome")} belong to sessions whose start is not in these files, and are left out.`,
});

/** Sentences that a comparison of both kinds of answers needs beyond those of each kind. */
export const abSentences = {
  identical: (a: { name: string }) => `A and B are the same: ${a.name}. Nothing was compared.`,
  equal: () =>
    "A and B are equal on this corpus: nothing that a case looks at differs, nothing was compared.",
  notComparable: () => "Nothing could be compared: no case can be run on both sides as the same case.",
  verdict: {
    improved: "B is better.",
    neutral: "No real change.",
    regressed: "B is worse.",
    inconclusive: "Can't tell: too much could not be measured.",
  },
  loses: (a: { cases: number }) => `B is worse: it loses ${counted(a.cases, "case")}.`,
  gains: (a: { cases: number }) => `B is better: it gains ${counted(a.cases, "case")} and loses none.`,
  affected: (a: { cases: number; of: number; units: number; ofUnits: number }) =>
    `${grouped(a.cases)} of ${counted(a.of, "case")} can be affected (${grouped(a.units)} of ${counted(a.ofUnits, "result")}).`,
  exact: () => "These answers never vary, so each is judged by itself.",
  nothingMeasured: () => "Nothing that the change can affect was measured.",
  skipped: (a: { units: number; reason: string }) => `${counted(a.units, "result")} skipped: ${a.reason}.`,
  quarantined: (a: { cases: string[] }) => `Quarantined, and no part of the verdict: ${a.cases.join(", ")}.`,
  mustPassUnmeasured: (a: { cases: string[] }) =>
    `Must-pass ${a.cases.length === 1 ? "case" : "cases"} not measured: ${a.cases.join(", ")}.`,
  exactUnmeasured: (a: { a: number; b: number }) =>
    `Unmeasured and left out: ${counted(a.a, "result")} of A, ${counted(a.b, "result")} of B.`,
  stopped: (a: { limit: string }) =>
    a.limit === "interrupted"
      ? "Interrupted: what was done is kept, and the same command goes on."
      : `${a.limit} was reached: what was done is kept, and the same command with a higher limit goes on.`,
  sampled: () => "Sampled answers:",
  baseline: (a: { run: string; rechecked: number }) =>
    `A's runs are those of run ${a.run}; ${counted(a.rechecked, "result")} of it, run again, did as then.`,
};

const most = 5;

function some(names: readonly string[]): string {
  const rest = names.length - most;
  return rest <= 0 ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${rest} more`;
}
