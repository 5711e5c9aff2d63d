import { reachOf, signedPoints } from "../../compare/index.ts";
import type { AbRow } from "./group-rows.ts";
import { type Markup, markup } from "../markup.ts";

type Scope = NonNullable<AbRow["scope"]>;

const width = 320;
const height = 28;
const middle = height / 2;

/** Dots and bars on one scale: what each combination's change most likely is, what else fits, 0 and the limit. */
export function changeCharts(rows: readonly AbRow[]): Map<AbRow, Markup> {
  const shown = rows.flatMap((one) => (one.scope === null ? [] : [{ one, scope: one.scope }]));
  if (shown.length === 0) return new Map();
  const reach = reachOf(shown.map(({ scope }) => scope));
  return new Map(shown.map(({ one, scope }) => [one, changeChart(scope, reach)]));
}

/** `reach` is the change that the ends of the picture stand for, 0..1. */
export function changeChart(scope: Scope, reach: number): Markup {
  const at = (change: number) =>
    Math.round((10 * (Math.max(-reach, Math.min(reach, change)) + reach) * width) / (2 * reach)) / 10;
  const { diff, lower, upper, margin, verdict } = scope;
  const label = `change ${signedPoints(diff)} points, between ${signedPoints(lower)} and ${signedPoints(upper)}; limit ${signedPoints(-margin)}`;
  const line = (x: number, name: string) =>
    markup`<line class="${name}" x1="${x}" x2="${x}" y1="2" y2="${height - 2}"/>`;
  return markup`<svg class="change ${verdict}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><title>${label}</title>${line(at(0), "zero")}${line(at(-margin), "limit")}<line class="bar" x1="${at(lower)}" x2="${at(upper)}" y1="${middle}" y2="${middle}"/><circle class="dot" cx="${at(diff)}" cy="${middle}" r="5"/></svg>`;
}
