import path from "node:path";
import { afterStartUp, type Bench, type Figure, measureRounds, ratio, type Sample } from "./measure.ts";
import type { Usage } from "./run-node.ts";
import * as work from "./work-folder.ts";

/** The whole of `strata eval` beside the whole of `promptfoo eval`. */
export async function measureTrials({ dir, runs }: Bench): Promise<Figure[]> {
  const { all, one } = await prepare(dir);
  const [tests, test] = [path.join(dir, "tests"), path.join(dir, "test")];
  work.writePromptfoo(tests, 2000);
  work.writePromptfoo(test, 1);
  const strata = (folder: string, trials: number) => () => {
    work.clearRuns(folder);
    return work.runStrata(folder, trials);
  };
  // The first runs fill Node's compile cache and make promptfoo's databases.
  await work.runStrata(one, 1);
  for (const folder of [test, tests]) await work.runPromptfoo(folder, folder === test ? 1 : 2000);
  const used = await measureRounds(runs, {
    strata: strata(all, 2000),
    strataOne: strata(one, 1),
    promptfoo: () => work.runPromptfoo(tests, 2000),
    promptfooOne: () => work.runPromptfoo(test, 1),
    importOnly: work.importPromptfoo,
  });
  const figures = (kind: "wall" | "cpu", targets: { whole?: number; rest?: number }): Figure[] => {
    const of = (name: keyof typeof used): Sample => used[name].map((usage) => usage[kind]);
    const unit = kind === "cpu" ? "s cpu" : "s";
    const time = (what: string, sample: Sample): Figure => ({ what, sample, unit });
    const timesFaster = (slow: Sample, fast: Sample, atLeast?: number): Figure => {
      return { what: "  times faster", sample: ratio(slow, fast), unit: "x", atLeast };
    };
    const strataRest = afterStartUp(of("strata"), of("strataOne"));
    const promptfooRest = afterStartUp(of("promptfoo"), of("promptfooOne"));
    return [
      time("strata, whole process", of("strata")),
      time("promptfoo, whole process", of("promptfoo")),
      timesFaster(of("promptfoo"), of("strata"), targets.whole),
      time("strata, start-up (one case)", of("strataOne")),
      time("promptfoo, start-up (one test)", of("promptfooOne")),
      time("Node that imports promptfoo and does nothing", of("importOnly")),
      time("strata, after start-up", strataRest),
      time("promptfoo, after start-up", promptfooRest),
      timesFaster(promptfooRest, strataRest, targets.rest),
    ];
  };
  return [...figures("wall", { whole: 4, rest: 15 }), ...figures("cpu", {})];
}

/** The first run stands beside the second: as long as both take the same time, nothing is remembered. */
export async function measureSecondRun({ dir, runs }: Bench): Promise<Figure[]> {
  const { all, one } = await prepare(dir);
  const used = await measureRounds(runs, {
    startUp: () => work.runStrata(one, 1),
    first: () => {
      work.clearRuns(all);
      return work.runStrata(all, 2000);
    },
    second: () => work.runStrata(all, 2000),
  });
  const cpu = (usages: Usage[]): Sample => usages.map((usage) => usage.cpu);
  const [first, second] = ["first run, after start-up (nothing stored)", "second run, after start-up"];
  return [
    { what: first, sample: afterStartUp(wall(used.first), wall(used.startUp)), unit: "s" },
    { what: second, sample: afterStartUp(wall(used.second), wall(used.startUp)), unit: "s", atMost: 1 },
    { what: first, sample: afterStartUp(cpu(used.first), cpu(used.startUp)), unit: "s cpu" },
    { what: second, sample: afterStartUp(cpu(used.second), cpu(used.startUp)), unit: "s cpu" },
  ];
}

/** Memory that grows from 10,000 to 100,000 trials is memory that something holds on to. */
export async function measureMemory({ dir, runs }: Bench): Promise<Figure[]> {
  const { all, one } = await prepare(dir);
  const run = (folder: string, trials: number, repeat: number) => async () => {
    const usage = await work.runStrata(folder, trials, repeat);
    work.clearRuns(folder);
    return usage;
  };
  const used = await measureRounds(runs, {
    "1": run(one, 1, 1),
    "10,000": run(all, 10_000, 5),
    "100,000": run(all, 100_000, 50),
  });
  const peak = (sample: Usage[]): Sample => sample.map((usage) => usage.peak);
  const rate = (trials: number, sample: Usage[]): Sample =>
    afterStartUp(wall(sample), wall(used["1"])).map((time) => trials / time);
  return [
    { what: "1 trial, peak memory", sample: peak(used["1"]), unit: "MB" },
    { what: "10,000 trials, peak memory", sample: peak(used["10,000"]), unit: "MB" },
    { what: "100,000 trials, peak memory", sample: peak(used["100,000"]), unit: "MB", atMost: 512 },
    { what: "10,000 trials, after start-up", sample: rate(10_000, used["10,000"]), unit: "/s" },
    { what: "100,000 trials, after start-up", sample: rate(100_000, used["100,000"]), unit: "/s" },
  ];
}

function wall(usages: Usage[]): Sample {
  return usages.map((usage) => usage.wall);
}

/** A repository with all 2,000 cases and one with a single case. */
async function prepare(dir: string): Promise<{ all: string; one: string }> {
  const folders = { all: path.join(dir, "all"), one: path.join(dir, "one") };
  await work.writeRepository(folders.all, 2000);
  await work.writeRepository(folders.one, 1);
  return folders;
}
