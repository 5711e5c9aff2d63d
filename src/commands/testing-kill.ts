import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "csv-parse/sync";
import { setTimeout as wait } from "node:timers/promises";
import { startAnthropicServer } from "../model/testing-servers.ts";
import { readJournal } from "../run/index.ts";
import { entriesOf, keys, knowsPort, onLoopback } from "./testing-models.ts";
import { readRun, type RunFiles } from "./testing-run.ts";
import { aRepository } from "./testing.ts";

const cli = path.join(import.meta.dirname, "../cli.ts");

/** Calls that a run makes at the same time. */
export const concurrency = 3;

export interface KillReport {
  kills: number;
  /** Trials of the plan, and different ones in the journal of the one run. */
  planned: number;
  journaled: number;
  runs: number;
  /** Calls that the server got, and the most that one kill cost: calls whose answer is not stored. */
  calls: number;
  mostLost: number;
  stored: number;
  /** A replay without the server tells the same in summary, CSV and journal. */
  replayAgrees: boolean;
  /** Exit code of the last process, which nobody killed. */
  code: number | null;
}

/** What a run says of its trials, without what they cost. */
function toldBy({ summary, csv, trials }: RunFiles) {
  const { totals, combinations } = summary;
  const statusOf = (row: Record<string, string>) => [
    row["case"],
    row["profile"],
    row["repeat"],
    row["status"],
  ];
  const rows = trials.map((trial) =>
    [trial.requestKey, trial.gradeKey, trial.status, trial.output].join(" "),
  );
  const table = parse(csv, { columns: true }) as Record<string, string>[];
  return { totals, combinations, csv: table.map(statusOf), journal: rows.toSorted() };
}

/** Kills a run at random points, again and again, and lets the last process finish it. */
export async function killAndResume({
  kills,
  repeat,
  random,
  process,
}: {
  kills: number;
  repeat: number;
  random(): number;
  /** Whose program and environment the killed processes get. */
  process: Pick<NodeJS.Process, "execPath" | "env">;
}): Promise<KillReport> {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 25 });
  const limits = { limits: { concurrency } };
  // An assertion of our own: promptfoo would take longer to load than the run takes.
  const assert = "      - type: strata:last-contains\n        value: port 7340";
  await using repository = await aRepository(
    onLoopback({ anthropic: server }, { anthropic: limits, assert }),
  );
  const stored = () =>
    existsSync(repository.getPath(".strata/cache")) ? entriesOf(repository.path).length : 0;
  const start = (...more: string[]) => {
    const args = [cli, "eval", "--repeat", String(repeat), ...more];
    return spawn(process.execPath, args, {
      cwd: repository.path,
      env: { ...process.env, ...keys },
      stdio: "ignore",
    });
  };
  let killed = 0;
  let mostLost = 0;
  while (killed < kills) {
    const [before, had] = [server.requests.length, stored()];
    const child = start();
    const gone = once(child, "exit");
    // Some are killed while they start, the others on their way.
    const early = random() < 0.1;
    while (!early && child.exitCode === null && server.requests.length === before) await wait(1);
    await wait(random() * (early ? 400 : 150));
    if (child.exitCode !== null) {
      throw new Error(
        `the run was over before all kills (exit code ${child.exitCode}): give it more trials, if it is 0`,
      );
    }
    child.kill("SIGKILL");
    await gone;
    mostLost = Math.max(mostLost, server.requests.length - before - (stored() - had));
    killed++;
  }
  const [code] = (await once(start(), "exit")) as [number | null];
  const folders = readdirSync(repository.getPath("reports/runs"));
  const finished = toldBy(readRun(repository.path));
  await server.close();
  await once(start("--mode", "replay"), "exit");
  const replayed = toldBy(readRun(repository.path));
  const rows = folders.flatMap(
    (id) => readJournal(repository.getPath(`reports/runs/${id}/trials.jsonl`)).rows,
  );
  return {
    ...{
      kills: killed,
      planned: repeat * 2,
      runs: folders.length,
      calls: server.requests.length,
      mostLost,
      code,
    },
    journaled: new Set(rows.map(({ requestKey }) => requestKey)).size,
    stored: stored(),
    replayAgrees: isDeepStrictEqual(replayed, finished),
  };
}
