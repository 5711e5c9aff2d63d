import type { Commit } from "../../load/index.ts";
import { plainLine } from "../../util/index.ts";

/** What a bisection found. */
export interface BisectReport {
  good: string;
  bad: string;
  suite: string;
  cases: string[];
  /** Several where commits between them could not be tried. */
  first: Commit[];
  /** The last commit that is known to be good. */
  lastGood: string;
  /** `stack/layer` that the first bad commit changed in the prompts that lost the cases; empty where settings did. */
  layers: string[];
  files: string[];
  units: { case: string; combination: string; good: string; bad: string }[];
  commits: number;
  tried: number;
  skipped: { commit: string; reason: string }[];
  calls: number;
}

/** A bisection for a terminal: commit, layer, cases. */
export function renderBisect(report: BisectReport): string {
  const { first, layers, files, units, commits, tried, skipped, calls, lastGood } = report;
  const one = first.length === 1;
  const lines = [
    one
      ? "The first bad commit is"
      : `The first bad commit is one of these ${first.length}; those between could not be tried:`,
    ...first.map(
      ({ commit, date, author, subject }) =>
        `  ${commit.slice(0, 12)}  ${date.slice(0, 10)}  ${author}  ${subject}`,
    ),
    "",
    `layer    ${layers.length > 0 ? layers.join(", ") : "none by itself: settings changed"}`,
    ...(files.length === 0 ? [] : [`files    ${files.join(", ")}`]),
    ...units.map(
      ({ case: id, combination, good, bad }) => `case     ${id} in ${combination}: ${good} -> ${bad}`,
    ),
    "",
    `${commits} ${commits === 1 ? "commit" : "commits"} touched the prompts, ${tried} tried, ${skipped.length} skipped, ${calls} calls`,
    ...skipped.map(({ commit, reason }) => `  skipped ${commit.slice(0, 12)}: ${reason}`),
    `see      strata diff ${lastGood.slice(0, 12)} ${first.at(-1)!.commit.slice(0, 12)}`,
  ];
  return `${lines.map(plainLine).join("\n")}\n`;
}
