import { expect, test } from "vitest";
import { groupCombinations } from "./group-combinations.ts";
import { aTrial, aUsualView, aView } from "./testing.ts";

test("models that came out alike are one row per profile, and its counts add up", () => {
  const groups = groupCombinations(aUsualView().combinations);
  expect(groups.map((group) => [group.profile, group.modelLabel, group.passed])).toEqual(
    ["normal", "explore", "review", "bootstrap", "cron"].map((profile) => [profile, "9 models", 180]),
  );
});

test("a model that differs has a row and a name of its own, before the others", () => {
  const view = aUsualView((trial) =>
    trial.model === "openai:o4-mini" && trial.profile === "cron" && trial.case === "case-03"
      ? { status: "failed" }
      : {},
  );
  const groups = groupCombinations(view.combinations).filter((group) => group.profile === "cron");
  expect(groups.map((group) => [group.modelLabel, group.passed, group.failed])).toEqual([
    ["openai:o4-mini", 19, 1],
    ["8 other models", 160, 0],
  ]);
  expect(groups[1]!.models).not.toContain("openai:o4-mini");
});

test("equal counts with different failed cases are kept apart", () => {
  const view = aView([
    aTrial({ model: "a", case: "one", status: "failed" }),
    aTrial({ model: "b", case: "two", status: "failed" }),
  ]);
  expect(groupCombinations(view.combinations).map((group) => group.models)).toEqual([["b"], ["a"]]);
});

test("answering models are not joined", () => {
  const view = aView(["x", "y"].flatMap((answer) => ["a", "b"].map((model) => aTrial({ model, answer }))));
  expect(groupCombinations(view.combinations).map((group) => [group.answer, group.modelLabel])).toEqual([
    ["x", "2 models"],
    ["y", "2 models"],
  ]);
});

test("models that answer for themselves are joined", () => {
  const view = aView(["a", "b", "c"].map((model) => aTrial({ model, answer: model })));
  expect(groupCombinations(view.combinations).map((group) => group.modelLabel)).toEqual(["3 models"]);
});

test("a row that asked no one is no other answering model", () => {
  const view = aView([aTrial({ model: "a" }), aTrial({ model: "b", answer: "" })]);
  expect(groupCombinations(view.combinations).map((group) => group.modelLabel)).toEqual(["2 models"]);
});

test("models without a failure are one row, however many cases were meant for each", () => {
  const rows = aView([
    ...["a:1", "a:2"].map((model) => aTrial({ model })),
    aTrial({ model: "a:2", case: "only-for-two" }),
    aTrial({ model: "a:3", status: "failed" }),
  ]).combinations;
  const groups = groupCombinations(rows);
  expect(groups.map(({ modelLabel, passed, failed }) => [modelLabel, passed, failed])).toEqual([
    ["a:3", 0, 1],
    ["2 other models", 3, 0],
  ]);
});
