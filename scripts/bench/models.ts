import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { killAndResume } from "../../src/commands/testing-kill.ts";
import { createModel } from "../../src/model/index.ts";
import {
  type LoopbackServer,
  type ServerOptions,
  startAnthropicServer,
} from "../../src/model/testing-servers.ts";
import { type Plan, runPlan } from "../../src/run/index.ts";
import { openAnswers } from "../../src/run/store/index.ts";
import { type Bench, type Figure, measureRounds, ratio, type Sample } from "./measure.ts";
import { planOf, prices, writeModelsRepository } from "./models-folder.ts";
import { runNode, type Usage } from "./run-node.ts";

const env = { ANTHROPIC_API_KEY: "benchmark-key" };
const cli = path.join(import.meta.dirname, "../../src/cli.ts");

/** 200 trials over 4 prefixes against a server with these limits; `blind` as a runner without a look at prefixes. */
async function runOnServer(
  dir: string,
  options: ServerOptions & { requestsPerSecond: number },
  blind: boolean,
) {
  await using server = await startAnthropicServer(options);
  const limits = { requestsPerSecond: options.requestsPerSecond, concurrency: 200 };
  writeModelsRepository(dir, {
    profiles: 4,
    cases: 50,
    prompt: 12_000,
    settings: { baseUrl: server.url, limits },
  });
  const plan = planOf(dir);
  const start = performance.now();
  if (blind) await askBlindly(plan, options.requestsPerSecond);
  else {
    const result = await runPlan(
      plan,
      { suite: "default" },
      {
        ...{ root: dir, env, now: new Date(), random: Math.random, versions: { strata: "bench" } },
        ...{ concurrency: 8, signal: new AbortController().signal, onProgress: () => {} },
      },
    );
    const passed = result.trials.filter(({ status }) => status === "passed").length;
    if (passed !== 200) throw new Error(`${passed} of 200 passed`);
  }
  const seconds = (performance.now() - start) / 1000;
  rmSync(dir, { recursive: true });
  return { seconds, cost: inputCost(server), requests: server.requests.length };
}

/** US dollars for what went in. */
function inputCost({ billed }: LoopbackServer): number {
  const { input, cacheWrite, cacheRead } = billed;
  return (input * prices.input + cacheWrite * prices.cacheWrite + cacheRead * prices.cacheRead) / 1e6;
}

/** The same calls in random order, as many at a time as the rate allows. */
async function askBlindly(plan: Plan, requestsPerSecond: number): Promise<void> {
  const model = createModel([...plan.models.values()][0]!, { env });
  const shuffled = plan.trials
    .map(({ request }) => ({ request: request!, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at);
  const gap = (1000 / requestsPerSecond) * 1.01;
  await Promise.all(
    shuffled.map(async ({ request }, i) => {
      await wait(i * gap);
      const outcome = await model.answer(request);
      if (outcome.kind !== "answer") throw new Error(outcome.reason);
    }),
  );
}

/** The first call loads the SDK, which says nothing of the order of calls. */
async function loadSdk(): Promise<void> {
  await using server = await startAnthropicServer();
  const model = createModel({ id: "anthropic:any", baseUrl: server.url }, { env });
  await model.answer({ system: "", messages: [{ role: "user", content: "?" }], tools: [], parameters: {} });
}

/** How long a run takes beside what its limits allow, and what its order saves. */
export async function measureSchedule({ dir, runs }: Bench): Promise<Figure[]> {
  await loadSdk();
  const slow = { latency: 2000, requestsPerSecond: 50 };
  const fast = { latency: 50, requestsPerSecond: 20 };
  const on = (options: typeof slow, blind: boolean) => () =>
    runOnServer(path.join(dir, "run"), options, blind);
  const used = await measureRounds(runs, {
    "50 ms": on(fast, false),
    "50 ms, blind": on(fast, true),
    "2 s": on(slow, false),
    "2 s, blind": on(slow, true),
  });
  const of = (name: keyof typeof used, key: "seconds" | "cost"): Sample => used[name].map((run) => run[key]);
  // 200 calls have 199 gaps, and the last one its answer.
  const least = 199 / fast.requestsPerSecond + fast.latency / 1000;
  const cents = (sample: Sample): Sample => sample.map((usd) => usd * 100);
  return [
    { what: "50 ms, 20 a second: 200 trials", sample: of("50 ms", "seconds"), unit: "s" },
    {
      what: "  of what the limit allows",
      sample: of("50 ms", "seconds").map((s) => s / least),
      unit: "x",
      atMost: 1.1,
    },
    { what: "  input, in cents", sample: cents(of("50 ms", "cost")), unit: "¢" },
    { what: "  input in random order", sample: cents(of("50 ms, blind", "cost")), unit: "¢" },
    { what: "2 s, 50 a second: 200 trials", sample: of("2 s", "seconds"), unit: "s" },
    { what: "  in random order", sample: of("2 s, blind", "seconds"), unit: "s" },
    { what: "  input, in cents", sample: cents(of("2 s", "cost")), unit: "¢" },
    { what: "  input in random order", sample: cents(of("2 s, blind", "cost")), unit: "¢" },
    {
      what: "  share of it",
      sample: ratio(of("2 s", "cost"), of("2 s, blind", "cost")),
      unit: "x",
      atMost: 0.25,
    },
  ];
}

/** Replays stored answers: memory that does not grow, time that grows with the trials. */
export async function measureReplay({ dir, runs }: Bench): Promise<Figure[]> {
  const root = path.join(dir, "replay");
  writeModelsRepository(root, { profiles: 4, cases: 500, prompt: 4000 });
  const tapes = path.join(root, "corpus/recordings");
  record(planOf(root, 50), tapes);
  const replay = (repeat: number) => async () => {
    const used = await runNode([cli, "eval", "--root", root, "--mode", "replay", "--repeat", String(repeat)]);
    rmSync(path.join(root, "reports"), { recursive: true });
    return used;
  };
  const used = await measureRounds(runs, { "2,000": replay(1), "10,000": replay(5), "100,000": replay(50) });
  const rate = (trials: number, usages: Usage[]): Sample => usages.map(({ wall }) => trials / wall);
  return [
    ...Object.entries(used).map(([trials, usages]): Figure => {
      const limit = trials === "100,000" ? { atMost: 512 } : {};
      return {
        what: `${trials} trials, peak memory`,
        sample: usages.map(({ peak }) => peak),
        unit: "MB",
        ...limit,
      };
    }),
    { what: "10,000 trials, whole process", sample: rate(10_000, used["10,000"]), unit: "/s" },
    { what: "100,000 trials, whole process", sample: rate(100_000, used["100,000"]), unit: "/s" },
  ];
}

function record(plan: Plan, folder: string): void {
  const answers = openAnswers(folder);
  const usage = { input: 20, cacheWrite: 0, cacheRead: 1000, output: 5, reasoning: 0 };
  for (const { request, requestKey, answer, repeat } of plan.trials) {
    answers.write({
      ...{ requestKey, answer: answer!, repeat, salt: "", request: request! },
      response: { kind: "answer", text: "I have read it.", stop: "end", usage },
      ...{ recorded: "2026-03-30T12:00:00.000Z", run: "bench" },
    });
  }
}

/** 100 kills at random points. */
export async function measureKills(): Promise<Figure[]> {
  const report = await killAndResume({ kills: 100, repeat: 1000, random: Math.random, process });
  const missing = report.planned - report.journaled;
  return [
    { what: "kills", sample: [report.kills], unit: "" },
    { what: "trials that are missing at the end", sample: [missing], unit: "", atMost: 1 },
    { what: "most calls that one kill cost (3 at a time)", sample: [report.mostLost], unit: "", atMost: 4 },
    { what: "calls made again, of 2,000", sample: [report.calls - report.planned], unit: "" },
  ];
}
