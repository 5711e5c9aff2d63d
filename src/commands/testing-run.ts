import { readFileSync } from "node:fs";
import path from "node:path";
import type { Trial } from "../run/index.ts";

/** Everything that a run left behind. */
export interface RunFiles {
  id: string;
  folder: string;
  run: Record<string, unknown>;
  /** The journal, in the order of its lines. */
  trials: (Trial & { strata: number })[];
  summary: Record<string, unknown>;
  csv: string;
  html: string;
}

/** Reads the run that `reports/latest.json` points to. */
export function readRun(root: string): RunFiles {
  const read = (...parts: string[]) => readFileSync(path.join(root, "reports", ...parts), "utf8");
  const latest = JSON.parse(read("latest.json")) as { strata: number; run: string; path: string };
  const journal = read(latest.path, "trials.jsonl");
  return {
    id: latest.run,
    folder: path.join(root, "reports", latest.path),
    run: JSON.parse(read(latest.path, "run.json")),
    trials: journal
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
    summary: JSON.parse(read(latest.path, "summary.json")),
    csv: read(latest.path, "results.csv"),
    html: read(latest.path, "report.html"),
  };
}
