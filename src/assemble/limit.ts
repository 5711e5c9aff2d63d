import type { Step } from "../load/index.ts";
import type { Facts } from "./facts.ts";

type Limit = Extract<Step, { kind: "bound" }>["max"];

/**
 * A bound's limit as a number. A share of the window is clamped between its ends, also for a model without a window;
 * an input counts only when it is a positive whole number.
 */
export function resolveLimit(limit: Limit, facts: Pick<Facts, "input" | "window">): number {
  if (typeof limit === "number") return limit;
  if ("input" in limit) {
    const value = facts.input(limit.input);
    if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
    return resolveLimit(limit.otherwise, facts);
  }
  const share = Math.floor((facts.window ?? 0) * limit.windowShare);
  return Math.min(limit.atMost, Math.max(limit.atLeast, share));
}
