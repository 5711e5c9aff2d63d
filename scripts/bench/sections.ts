import path from "node:path";
import { fileURLToPath } from "node:url";
import { $ } from "zx";
import { diskTree, loadProject } from "../../src/load/index.ts";
import { measureMemory, measureSecondRun, measureTrials } from "./eval.ts";
import type { AssemblyFigures } from "./assemble-all.ts";
import type { CompactFigures } from "./compact.ts";
import { measureHistory } from "./history.ts";
import { type Bench, type Figure, measureRounds } from "./measure.ts";
import { measureKills, measureReplay, measureSchedule } from "./models.ts";
import { runNode, type Usage } from "./run-node.ts";

export interface Section {
  title: string;
  measure(bench: Bench): Promise<Figure[]>;
}

const root = path.join(import.meta.dirname, "../..");

/** The sections by name, in the order they run. */
export const sections: Record<string, Section> = {
  trials: {
    title: "2,000 trials, two assertions each, against promptfoo on the same cases",
    measure: measureTrials,
  },
  assemble: {
    title: "assembly of this repository's stacks in their reference scenarios",
    measure: measureAssembly,
  },
  "second-run": { title: "2,000 trials again, nothing changed", measure: measureSecondRun },
  memory: { title: "peak memory and speed of long runs", measure: measureMemory },
  history: { title: "a repository with 2,000 commits to prompts", measure: measureHistory },
  schedule: {
    title: "200 calls over 4 prefixes on a loopback server with limits and a prompt cache",
    measure: measureSchedule,
  },
  replay: { title: "stored answers, replayed", measure: measureReplay },
  kills: { title: "a paid run, killed 100 times at random points", measure: measureKills },
  compact: { title: "sessions of 200 messages, compacted three times and checked", measure: measureCompact },
  check: { title: "whole processes on this repository", measure: measureCommands },
};

async function measureAssembly({ runs }: Bench): Promise<Figure[]> {
  const script = fileURLToPath(import.meta.resolve("./assemble-all.ts"));
  const { assemble: results } = await measureRounds(runs, {
    assemble: async () => JSON.parse((await $`node ${script}`).stdout) as AssemblyFigures,
  });
  const { stacks, combinations } = results[0]!;
  const matrix = `the whole matrix once: ${combinations} combinations of ${stacks} ${stacks === 1 ? "stack" : "stacks"}`;
  return [
    { what: "loading the repository", sample: results.map(({ load }) => load), unit: "ms" },
    { what: matrix, sample: results.map((result) => result.matrix), unit: "ms", atMost: 1000 },
    {
      what: "combinations",
      sample: results.map(({ perSecond }) => perSecond),
      unit: "/s cpu",
      atLeast: 5000,
    },
  ];
}

async function measureCompact(): Promise<Figure[]> {
  const script = fileURLToPath(import.meta.resolve("./compact.ts"));
  const figures = JSON.parse((await $`node ${script}`).stdout) as CompactFigures;
  const what = `${figures.sessions} sessions, ${figures.boundaries} boundaries, ${figures.facts} facts looked for`;
  return [{ what, sample: [figures.cpu / 1000], unit: "s cpu", atMost: 30 }];
}

async function measureCommands({ runs }: Bench): Promise<Figure[]> {
  const stack = [...loadProject(diskTree(root)).project.stacks.values()][0]!.get("default")!;
  const one = ["--stack", stack.id, "--profile", [...stack.profiles.keys()][0]!, "--model", "reader:bm25"];
  const commands = [
    ["--version"],
    ["assemble", ...one],
    ["lint"],
    ["lock", "--check"],
    ["eval", "--dry-run"],
  ];
  const tasks = commands.map((args) => [
    `strata ${args.join(" ")}`,
    () => runNode(["src/start.js", ...args]),
  ]);
  const used: Record<string, Usage[]> = await measureRounds(runs, {
    "node, doing nothing": () => runNode(["-e", "0"]),
    ...Object.fromEntries(tasks),
  });
  const isQuick = (what: string): boolean => ["strata lint", "strata lock --check"].includes(what);
  return Object.entries(used).flatMap(([what, usages]): Figure[] => [
    { what, sample: usages.map(({ wall }) => wall), unit: "s", ...(isQuick(what) ? { atMost: 0.5 } : {}) },
    { what: "", sample: usages.map(({ cpu }) => cpu), unit: "s cpu" },
  ]);
}
