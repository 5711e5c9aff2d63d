import { expect, test } from "vitest";
import { renderMemoryStatus } from "./memory-status.ts";
import { RenderError } from "./render-error.ts";

/** What is told after each state of a list. */
const toldIn = (states: string[]): string[] =>
  states.map((_, i) => renderMemoryStatus(states.slice(0, i + 1)));
const degraded = expect.stringMatching(/^Memory is degraded\. /);
const recovered = expect.stringMatching(/^Memory works again\. /);

test("a change is told once, a state that goes on is not told again, and a recovery is told once", () => {
  expect(toldIn(["ok", "degraded", "degraded", "ok", "ok"])).toEqual(["", degraded, "", recovered, ""]);
});

test("memory is taken to work before the first state", () => {
  expect(toldIn(["degraded"])).toEqual([degraded]);
  expect(toldIn(["ok"])).toEqual([""]);
});

test("from one trouble to another is a change too", () => {
  const [, second, third] = toldIn(["degraded", "unavailable", "read_only"]);
  expect(second).toMatch(/^Memory is unavailable\. /);
  expect(third).toMatch(/^Memory is read-only\. /);
});

test("no states give nothing", () => {
  expect(renderMemoryStatus([])).toBe("");
  expect(renderMemoryStatus(null)).toBe("");
});

test.each([["ok"], [["fine"]], [[1]], [["toString"]]])("%j is refused", (value) => {
  expect(() => renderMemoryStatus(value)).toThrow(RenderError);
});
