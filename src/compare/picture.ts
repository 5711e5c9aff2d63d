import type { ScopeResult } from "./types.ts";

/**
 * One line of text that shows a change: the interval as a bar, the change as a dot, 0 and the limit (-margin) as marks.
 * `reach` is what the ends of the line stand for, so that the lines of several scopes can share a scale.
 */
export function drawChange(
  scope: Pick<ScopeResult, "diff" | "lower" | "upper" | "margin">,
  reach: number,
  width = 41,
): string {
  const column = (change: number) => {
    const inside = Math.max(-reach, Math.min(reach, change));
    return Math.round(((inside + reach) / (2 * reach)) * (width - 1));
  };
  const cells = Array.from({ length: width }, () => " ");
  cells[column(-scope.margin)] = "!";
  cells[column(0)] = "|";
  for (let at = column(scope.lower); at <= column(scope.upper); at++) {
    cells[at] = cells[at] === " " ? "-" : cells[at] === "|" ? "+" : cells[at]!;
  }
  cells[column(scope.diff)] = "o";
  return `[${cells.join("")}]`;
}

/** A scale on which all the scopes fit, in steps of five points. */
export function reachOf(scopes: readonly Pick<ScopeResult, "lower" | "upper" | "margin">[]): number {
  const largest = Math.max(...scopes.map(({ lower, upper, margin }) => Math.max(-lower, upper, margin)));
  return Math.min(1, Math.ceil(20 * largest + 1e-9) / 20);
}
