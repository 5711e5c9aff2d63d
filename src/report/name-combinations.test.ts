import { expect, test } from "vitest";
import { combinationColumns, findDifferences, nameCombinations } from "./name-combinations.ts";
import type { ProblemRow } from "./run-view.ts";
import { aTrial, aView } from "./testing.ts";

function nameAll(trials: ProblemRow[]): string {
  return nameCombinations(trials, findDifferences(aView(trials)));
}

function columnsOf(trials: ProblemRow[]): string[] {
  return combinationColumns(findDifferences(aView(trials))).map((column) => column.name);
}

function across(profiles: string[], models: string[]): ProblemRow[] {
  return profiles.flatMap((profile) => models.map((model) => aTrial({ profile, model })));
}

test("one combination is named, repeats of it once", () => {
  expect(nameAll([aTrial({ repeat: 0 }), aTrial({ repeat: 1 })])).toBe("normal on openai:gpt-5.1");
});

test("many are counted", () => {
  expect(nameAll(across(["normal", "cron"], ["a", "b", "c"]))).toBe("normal, cron on 3 models");
  expect(nameAll(across(["p", "q", "r", "s"], ["a", "b"]))).toBe("4 profiles on a, b");
});

test("profiles that differ in their models are named apart, up to a point", () => {
  const two = [...across(["normal"], ["a", "b", "c"]), ...across(["cron"], ["c"])];
  expect(nameAll(two)).toBe("normal on 3 models; cron on c");
  expect(nameAll([...two, ...across(["review"], ["a"])])).toBe("5 combinations");
});

test("stack, variant and answering model are said only where they differ", () => {
  expect(columnsOf([aTrial()])).toEqual(["stack", "profile", "model"]);
  const trials = [aTrial(), aTrial({ stack: "chat", variant: "terse", answer: "openai:gpt-5.1" })];
  expect(columnsOf(trials)).toEqual(["stack", "variant", "profile", "model", "answer"]);
  expect(nameAll(trials)).toBe(
    "coder/normal by reader:bm25, chat/normal@terse by openai:gpt-5.1 on openai:gpt-5.1",
  );
});
