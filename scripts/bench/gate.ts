import { argv } from "zx";
import { formatTable } from "../../src/commands/table.ts";
import {
  type Check,
  checkFalseFails,
  checkScores,
  checkSingleCases,
  measureDecision,
} from "./gate-checks.ts";
import { type Cell, type Compared, compareCell, readTables } from "./gate-tables.ts";

/*
 * Plays the whole gate over made-up corpora in which the truth is known, and sets what comes out beside the printed
 * tables: `node scripts/bench/gate.ts [--runs=1000] [--table=NAME]`. Every figure is "printed / ours ± band", where the
 * band is what chance (four standard errors of both samples) and rounding allow. Exit 1 when a figure is outside it.
 */
const runs = Math.max(1, Number(argv["runs"]) || 1000);
const only: string | undefined = argv["table"];
const start = performance.now();
let outside = 0;

const cells = readTables().filter(({ table }) => only === undefined || table.startsWith(only));
let figures = 0;
for (const [table, own] of Map.groupBy(cells, (cell) => cell.table)) {
  console.log(`\n${table}: printed / ours ± band, ${runs} runs a cell; all in percent, look is the mean k`);
  for (const cell of own) {
    const compared = compareCell(cell, runs);
    figures += compared.length;
    outside += compared.filter((one) => !one.within).length;
    console.log(`  ${nameOf(cell).padEnd(34)} ${compared.map(show).join("   ")}`);
  }
}
if (only === undefined || only === "checks") {
  const checks = [...checkFalseFails(runs), ...checkSingleCases(runs), ...checkScores(Math.min(runs, 300))];
  figures += checks.length;
  outside += checks.filter((check) => !check.kept).length;
  console.log(`\npromises\n${formatTable(["", "promised", "ours", ""], checks.map(checkRow)).trimEnd()}`);
  const time = measureDecision();
  console.log(`\none decision over 800 units x 10 runs a side: ${time.toFixed(0)} ms (target: under 100 ms)`);
}
const seconds = (performance.now() - start) / 1000;
const counted = `${figures - outside} of ${figures} figures within their band`;
console.log(
  `\n${counted}; ${seconds.toFixed(0)} s, of it ${(process.cpuUsage().user / 1e6).toFixed(0)} s of processor time`,
);
if (outside > 0) process.exitCode = 1;

function nameOf({ situation }: Cell): string {
  const { world, cases, changes, rules, cachedRuns } = situation;
  const change = changes.map((value) => 100 * value).join(" ");
  const looks = cachedRuns ? `${cachedRuns}+${rules!.looks![0]}` : `k ${rules!.looks!.join(" ")}`;
  return `${world} ${cases}, ${looks}, B ${change}`;
}

function show({ figure, printed, ours, band, within }: Compared): string {
  const text = `${figure} ${printed} / ${ours.toFixed(1)} ± ${band.toFixed(1)}`;
  return within ? text : `${text} OUTSIDE`;
}

function checkRow({ what, promised, ours, kept }: Check): string[] {
  return [what, promised, ours.toFixed(1), kept ? "kept" : "BROKEN"];
}
