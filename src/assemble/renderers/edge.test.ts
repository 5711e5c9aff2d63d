import { expect, test } from "vitest";
import { renderEdge } from "./edge.ts";
import { RenderError } from "./render-error.ts";

/** What is told after each state of a list. */
const toldIn = (states: string[]): string[] => states.map((_, i) => renderEdge(states.slice(0, i + 1)));

test("a change is told once, a state that goes on is not told again, and a recovery is told once", () => {
  expect(toldIn(["ok", "degraded", "degraded", "ok", "ok"])).toEqual(["", "degraded", "", "ok", ""]);
});

test("before the first state all is well", () => {
  expect(toldIn(["degraded"])).toEqual(["degraded"]);
  expect(toldIn(["ok"])).toEqual([""]);
});

test("from one trouble to another is a change too", () => {
  expect(toldIn(["degraded", "unavailable", "read_only"])).toEqual(["degraded", "unavailable", "read_only"]);
});

test("no states give nothing", () => {
  expect(renderEdge([])).toBe("");
  expect(renderEdge(null)).toBe("");
});

test.each([["ok"], [[1]], [[""]]])("%j is refused", (value) => {
  expect(() => renderEdge(value)).toThrow(RenderError);
});
