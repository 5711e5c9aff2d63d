import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import { type Assembly, type CountTokens, layerText, loadTokenizer } from "../assemble/index.ts";
import type { ChatModel, ChatOutcome } from "../model/index.ts";
import { type AssertionResult, scoreOutput, type Subject } from "../score/index.ts";
import { runReasons } from "./messages.ts";
import type { Plan, PlannedTrial, Trial } from "./types.ts";

/** Runs one trial on its own. */
export function executeTrial(
  planned: PlannedTrial,
  plan: Plan,
  models: ReadonlyMap<string, ChatModel>,
): Promise<Trial> {
  return runTrial(planned, plan, ({ answer, request }) => models.get(answer!)!.answer(request!));
}

/** Milliseconds. */
const breathEvery = 50;

export interface ExecuteOptions {
  models: ReadonlyMap<string, ChatModel>;
  concurrency: number;
  signal: AbortSignal;
  /** Called with each trial as it is done; what it wrote is kept whatever happens afterwards. */
  onTrial(trial: Trial): void;
}

/** Runs the trials of a plan. Equal requests are answered once. After an abort no further trial starts. */
export async function executePlan(plan: Plan, options: ExecuteOptions): Promise<void> {
  const limit = pLimit(options.concurrency);
  const answers = new Map<string, Promise<ChatOutcome>>();
  const asking = new Map<string, number>();
  for (const { requestKey } of plan.trials) asking.set(requestKey, (asking.get(requestKey) ?? 0) + 1);
  const answerOf = (trial: PlannedTrial): Promise<ChatOutcome> => {
    let answer = answers.get(trial.requestKey);
    if (answer === undefined) {
      answer = options.models.get(trial.answer!)!.answer(trial.request!);
      answers.set(trial.requestKey, answer);
    }
    // An answer that no further trial waits for is not kept.
    const waiting = asking.get(trial.requestKey)! - 1;
    asking.set(trial.requestKey, waiting);
    if (waiting === 0) answers.delete(trial.requestKey);
    return answer;
  };
  // A window of jobs instead of one promise per trial keeps memory flat for very long plans.
  const window = new Set<Promise<void>>();
  let breath = performance.now();
  for (const trial of plan.trials) {
    // Answers that come at once never let the event loop turn, and with it no signal would ever arrive.
    if (performance.now() - breath > breathEvery) {
      await setImmediate();
      breath = performance.now();
    }
    if (options.signal.aborted) break;
    const job = limit(async () => options.onTrial(await runTrial(trial, plan, answerOf))).finally(() =>
      window.delete(job),
    );
    window.add(job);
    if (window.size >= options.concurrency * 4) await Promise.race(window);
  }
  await Promise.all(window);
}

async function runTrial(
  planned: PlannedTrial,
  plan: Plan,
  answerOf: (trial: PlannedTrial) => Promise<ChatOutcome>,
): Promise<Trial> {
  if (planned.skip !== undefined) return finish(planned, "skipped", planned.skip, null, []);
  let output = planned.case.providerOutput ?? planned.assembly.text;
  if (planned.request !== null) {
    const outcome = await answerOf(planned);
    if (outcome.kind === "unmeasured") return finish(planned, "unmeasured", outcome.reason, null, []);
    output = outcome.text;
  }
  const subject: Subject = { output, assembly: factsOf(planned.assembly) };
  const results = await scoreOutput(planned.assertions, subject, { countTokens, allow: plan.allow });
  const asked = planned.request !== null || planned.case.providerOutput !== undefined;
  const shown = asked ? output : null;
  const broken = results.find((result) => result.error);
  if (broken !== undefined) {
    return finish(planned, "unmeasured", runReasons.graderBroke(broken.type, broken.reason), shown, results);
  }
  const failed = results.filter(({ pass }) => !pass);
  const reason = failed.map((result) => `${result.type}: ${result.reason}`).join("; ");
  return finish(planned, failed.length === 0 ? "passed" : "failed", reason, shown, results);
}

/** Loads the tokenizer only when an assertion counts tokens. */
async function countTokens(text: string): Promise<number> {
  const count: CountTokens = await loadTokenizer();
  return count(text);
}

const facts = new WeakMap<Assembly, Subject["assembly"]>();

function factsOf(assembly: Assembly): Subject["assembly"] {
  let made = facts.get(assembly);
  if (made === undefined) {
    const layers = assembly.layers.map((layer) => ({
      id: layer.id,
      channel: layer.channel,
      text: layerText(assembly, layer),
    }));
    made = { text: assembly.text, layers, tools: assembly.tools.map(({ name }) => name) };
    facts.set(assembly, made);
  }
  return made;
}

function finish(
  { case: item, assembly, answer, repeat, requestKey, gradeKey }: PlannedTrial,
  status: Trial["status"],
  reason: string,
  output: string | null,
  assertions: AssertionResult[],
): Trial {
  const { stack, variant, profile, model, scenario, recipeHash, hash } = assembly;
  return {
    ...{ requestKey, gradeKey, case: item.id, stack, variant, profile, model, answer, scenario, repeat },
    ...{ status, reason, output, assertions, recipeHash, hash },
  };
}
