import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Comparison } from "../../src/compare/index.ts";
import { type NaiveRule, naiveRules } from "./gate-naive.ts";
import { type Played, type Situation, simulateMany } from "./gate-simulate.ts";

/** One cell of a printed table: a situation, and the figures printed for it. */
export interface Cell {
  table: string;
  situation: Situation;
  /** As printed: the number of decimals says how far it was rounded. Percent, but for `look`, a mean. */
  printed: Record<string, string>;
}

/** One figure beside the printed one. */
export interface Compared {
  figure: string;
  printed: number;
  ours: number;
  /** How far apart chance and rounding may put the two. */
  band: number;
  within: boolean;
}

type Row = Record<string, string>;

/** The printed tables; `gate-tables.csv` holds one situation a row. */
export function readTables(): Cell[] {
  const text = readFileSync(new URL("gate-tables.csv", import.meta.url), "utf8");
  const rows: Row[] = parse(text, { columns: true });
  return rows.map(({ table, world, cases, changes, looks, "cached runs": cached, ...figures }) => ({
    table: table!,
    situation: {
      ...{ world: world === "flaky" ? "flaky" : "stable", cases: Number(cases) },
      ...{ changes: numbers(changes!), rules: { looks: numbers(looks!) } },
      cachedRuns: cached === "" ? undefined : Number(cached),
    },
    printed: Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== "")),
  }));
}

function numbers(text: string): number[] {
  return text.split(" ").map(Number);
}

/** Four standard errors: of 650 figures, one strays further in about 30 runs of the whole. */
const errors = 4;

/** Plays a cell and sets every figure beside the printed one. */
export function compareCell({ situation, printed }: Cell, runs: number): Compared[] {
  const figures = Object.keys(printed);
  const played = simulateMany(situation, runs, (one) => figures.map((figure) => valueOf(figure, one)));
  // The printed cells come from 4,000 runs where B is A, else from 2,000.
  const theirs = situation.changes.every((change) => change === 0) ? 4000 : 2000;
  return figures.map((figure, at) => {
    const text = printed[figure]!;
    const rounding = 0.5 * 10 ** -(text.split(".")[1]?.length ?? 0);
    const values = played.map((row) => row[at]!);
    const ours = mean(values);
    const spread = figure === "look" ? deviation(values) : pooledDeviation(ours, runs, Number(text), theirs);
    // One run more or less is no finding where next to none are expected.
    const grain = figure === "look" ? 0 : 100 / runs;
    const band = errors * spread * Math.sqrt(1 / runs + 1 / theirs) + rounding + grain;
    return { figure, printed: Number(text), ours, band, within: Math.abs(ours - Number(text)) <= band };
  });
}

/** 100 where it happened, else 0; the look itself. */
function valueOf(figure: string, played: Played): number {
  if (figure === "look") return played.comparison.look;
  return happened(figure, played) ? 100 : 0;
}

/** Of both samples together, and never that of a sure thing: no event in 2,000 may still be one in 4,000. */
function pooledDeviation(ours: number, runs: number, printed: number, theirs: number): number {
  const pooled = (ours * runs + printed * theirs) / (runs + theirs) / 100;
  const share = Math.min(1 - 0.5 / theirs, Math.max(0.5 / theirs, pooled));
  return 100 * Math.sqrt(share * (1 - share));
}

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

const verdicts: Record<string, (comparison: Comparison) => boolean> = {
  fail: ({ verdict }) => verdict === "regressed",
  neutral: ({ verdict }) => verdict === "neutral",
  improve: ({ verdict }) => verdict === "improved",
  inconclusive: ({ verdict }) => verdict === "inconclusive",
  miss: ({ verdict }) => verdict !== "regressed",
  "called fine": ({ verdict }) => verdict === "neutral" || verdict === "improved",
};

function happened(figure: string, { comparison, units }: Played): boolean {
  const verdict = verdicts[figure];
  if (verdict) return verdict(comparison);
  const [rule, miss] = figure.split(" ");
  return naiveRules[rule as NaiveRule](units) !== (miss === "miss");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
