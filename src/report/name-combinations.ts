import { type CombinationGroup, findAnswers } from "./group-combinations.ts";
import type { RunView, TrialRow } from "./run-view.ts";

/** Which parts of a combination need saying in this run; profile and model always do. */
export interface Differences {
  stacks: boolean;
  variants: boolean;
  answers: boolean;
}

/** One text column: its heading, and what stands in it. */
export interface CombinationColumn {
  name: string;
  cell: (group: CombinationGroup) => string;
}

/** A part that is the same in the whole run (a variant: that is "default") is not repeated on every line. */
export function findDifferences({ combinations }: Pick<RunView, "combinations">): Differences {
  return {
    stacks: new Set(combinations.map((row) => row.stack)).size > 1,
    variants: combinations.some((row) => row.variant !== "default"),
    answers: findAnswers(combinations).differ,
  };
}

/** The text columns of the table of combinations. */
export function combinationColumns({ variants, answers }: Differences): CombinationColumn[] {
  const columns: (CombinationColumn | false)[] = [
    { name: "stack", cell: (group) => group.stack },
    variants && { name: "variant", cell: (group) => group.variant },
    { name: "profile", cell: (group) => group.profile },
    { name: "model", cell: (group) => group.modelLabel },
    answers && { name: "answer", cell: (group) => group.answer },
  ];
  return columns.filter((column) => column !== false);
}

/** Where these trials ran, in a few words: `normal, cron on 9 models; review on openai:gpt-5`. */
export function nameCombinations(trials: readonly TrialRow[], differences: Differences): string {
  const places = Map.groupBy(trials, (trial) => placeOf(trial, differences));
  const modelsOf = (place: string) => [...new Set(places.get(place)!.map((trial) => trial.model))];
  const alike = Map.groupBy(places.keys(), (place) => JSON.stringify(modelsOf(place).toSorted()));
  const names = [...alike.values()].map(
    (set) =>
      `${nameSome(set, differences.variants ? "profiles and variants" : "profiles", 3)} on ${nameSome(modelsOf(set[0]!), "models", 2)}`,
  );
  if (names.length <= 2) return names.join("; ");
  return `${[...places.keys()].reduce((sum, place) => sum + modelsOf(place).length, 0)} combinations`;
}

function placeOf(trial: TrialRow, { stacks, variants, answers }: Differences): string {
  const stack = stacks ? `${trial.stack}/` : "";
  const variant = variants && trial.variant !== "default" ? `@${trial.variant}` : "";
  const answer = answers && trial.answer !== "" ? ` by ${trial.answer}` : "";
  return `${stack}${trial.profile}${variant}${answer}`;
}

function nameSome(names: readonly string[], noun: string, most: number): string {
  return names.length <= most ? names.join(", ") : `${names.length} ${noun}`;
}
