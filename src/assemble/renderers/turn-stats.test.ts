import { expect, test } from "vitest";
import { RenderError } from "./render-error.ts";
import { renderTurnStats } from "./turn-stats.ts";

const turns = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ tools: count - i, seconds: 0.5 }));

test.each([0, 1, 19])("%i turns are too few", (count) => {
  expect(renderTurnStats(turns(count))).toBe(`insufficient history (n=${count}, need 20)`);
});

// Nearest rank: the smallest value that so many percent of the turns do not exceed.
test.each([
  [20, [10, 18, 20]],
  [21, [11, 19, 21]],
  [100, [50, 90, 99]],
  [101, [51, 91, 100]],
])("%i turns have a line for each percentile", (count, [p50, p90, p99]) => {
  expect(renderTurnStats(turns(count))).toBe(
    `P50: tools ${p50}, seconds 0.5\nP90: tools ${p90}, seconds 0.5\nP99: tools ${p99}, seconds 0.5`,
  );
});

test("nothing is no text", () => {
  expect(renderTurnStats(null)).toBe("");
});

test.each([
  ["turns"],
  [[1, 2]],
  [[...turns(19), { tools: 3 }]],
  [[...turns(19), { tools: "3", seconds: 1 }]],
  [[...turns(19), { tools: Number.NaN, seconds: 1 }]],
])("%j is refused", (value) => {
  expect(() => renderTurnStats(value)).toThrow(RenderError);
});
