import { RenderError } from "./render-error.ts";
import { isNothing, takeFields, takeList } from "./take.ts";

/** With fewer turns a percentile says nothing. */
const fewest = 20;
const percentiles = [50, 90, 99] as const;

/**
 * How a conversation's turns are spread: a line for each percentile with every measure, in the order of the first turn.
 * The input has a map from measure to number for each turn; percentiles are by nearest rank.
 */
export function renderTurnStats(value: unknown): string {
  if (isNothing(value)) return "";
  const turns = takeList(value, "turns").map((turn) => takeFields(turn, "each turn"));
  if (turns.length < fewest) return `insufficient history (n=${turns.length}, need ${fewest})`;
  const measures = Object.keys(turns[0]!).map((name) => ({
    name,
    sorted: turns.map((turn) => numberIn(turn[name], name)).toSorted((a, b) => a - b),
  }));
  return percentiles
    .map((percent) => {
      const values = measures.map(({ name, sorted }) => `${name} ${atPercent(sorted, percent)}`);
      return `P${percent}: ${values.join(", ")}`;
    })
    .join("\n");
}

function atPercent(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((percent * sorted.length) / 100) - 1]!;
}

function numberIn(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new RenderError(`expected each turn to have a number for ${name}`);
}
