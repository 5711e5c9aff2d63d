import { formatTable } from "../../src/commands/table.ts";

/** One value per run. */
export type Sample = number[];

/** One line of the output: what was measured, and what the design asks of it. */
export interface Figure {
  what: string;
  sample: Sample;
  unit: "s" | "s cpu" | "ms" | "x" | "MB" | "/s" | "/s cpu" | "¢" | "";
  atLeast?: number | undefined;
  atMost?: number;
}

/** What a section of the benchmark gets: a folder of its own, and how many runs to make. */
export interface Bench {
  dir: string;
  runs: number;
}

/** Runs every task once per round, so that a busy machine slows all of them alike. */
export async function measureRounds<K extends string, V>(
  runs: number,
  tasks: Record<K, () => Promise<V>>,
): Promise<Record<K, V[]>> {
  const names = Object.keys(tasks) as K[];
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, V[]>;
  for (let run = 1; run <= runs; run++) {
    for (const name of names) {
      process.stderr.write(`run ${run} of ${runs}: ${name}\n`);
      values[name].push(await tasks[name]());
    }
  }
  return values;
}

/** The middle value; of two middle ones the lower. */
function median(sample: Sample): number {
  return sample.toSorted((a, b) => a - b)[Math.floor((sample.length - 1) / 2)]!;
}

/** Whole processes less the usual start-up: a start-up of the same round would double the noise. */
export function afterStartUp(whole: Sample, startUp: Sample): Sample {
  return whole.map((value) => value - median(startUp));
}

/** Value by value, so that a ratio has a spread of its own. */
export function ratio(above: Sample, below: Sample): Sample {
  return above.map((value, i) => value / below[i]!);
}

/** The figures as a table: median, smallest and largest, target, and whether it is reached. */
export function renderFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, sample, unit } = figure;
    const spread = `${number(Math.min(...sample))} to ${number(Math.max(...sample))}`;
    return [
      what,
      `${number(median(sample)).padStart(7)} ${unit}`,
      spread,
      String(sample.length),
      ...verdict(figure),
    ];
  });
  return formatTable(["", " median", "min to max", "runs", "target", ""], rows);
}

/** The target, and whether every run reaches it, none does, or the machine was too busy to tell. */
function verdict({ sample, unit, atLeast, atMost }: Figure): [target: string, verdict: string] {
  if (atLeast === undefined && atMost === undefined) return ["", ""];
  const reached = sample.filter((value) => value >= (atLeast ?? 0) && value < (atMost ?? Infinity)).length;
  const word = reached === sample.length ? "reached" : reached === 0 ? "MISSED" : "unclear";
  return [atMost === undefined ? `at least ${atLeast} ${unit}` : `under ${atMost} ${unit}`, word];
}

function number(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}
