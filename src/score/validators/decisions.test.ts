import { expect, test } from "vitest";
import { bootstrapStage } from "./bootstrap-stage.ts";
import { conditionalFields } from "./conditional-fields.ts";

test.each([
  [{ decision: "skip" }, []],
  [{ decision: "patch_existing", target_skill: "a" }, []],
  [{ decision: "patch_existing" }, ["decision patch_existing needs target_skill"]],
  [{ decision: "patch_existing", target_skill: null }, ["decision patch_existing needs target_skill"]],
  [{ decision: "patch_existing", topic_hint: "a" }, ["decision patch_existing needs target_skill"]],
  [{ decision: "create_new", topic_hint: "a" }, []],
  [{ decision: "create_new", topic_hint: " " }, ["decision create_new needs topic_hint"]],
  [{ decision: "toString" }, []],
  [{}, ["expected a decision"]],
  [null, ["expected a decision"]],
])("%j", (answer, expected) => {
  expect(conditionalFields(answer)).toEqual(expected);
});

const ask = (text: unknown, stage = "nature", complete: unknown = false) => ({
  ...{ content: { text }, bootstrap_stage: stage, bootstrap_complete: complete },
});

test.each([
  ["What am I?", 0],
  ["Als was soll ich arbeiten?!", 0],
  ["名前は何ですか？", 0],
  ["ما اسمك؟", 0],
  ["Really???", 0],
  ["Tell me who I am.", 1],
  ["Who am I? And you?", 1],
  ["", 1],
  [null, 1],
])("the question %j has %i problems", (text, expected) => {
  expect(bootstrapStage(ask(text))).toHaveLength(expected);
});

test("completion belongs to the last stage, which asks nothing", () => {
  expect(bootstrapStage(ask("Hello.", "final", true))).toEqual([]);
  expect(bootstrapStage(ask("Who am I?", "vibe", true))).toEqual([
    "bootstrap is complete at stage final only, not at vibe",
  ]);
  expect(bootstrapStage({ content: null, bootstrap_stage: "vibe", bootstrap_complete: false })).toHaveLength(
    1,
  );
  expect(bootstrapStage("x")).toEqual(["expected a map"]);
});
