import { expect, test } from "vitest";
import { aTrial, aView } from "./testing.ts";
import { summarize } from "./summary.ts";

test("a summary holds the run and its counts, not its trials", () => {
  const view = aView([aTrial(), aTrial({ status: "failed", output: "</script>\u001b[31m\u0000=cmd()" })]);
  const summary = summarize(view);
  expect({ ...view, ...summary }).toEqual({ ...view, strata: 1 });
  expect(summary).not.toHaveProperty("trials");
  expect(summary).not.toHaveProperty("problems");
  expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
});
