import { defineFindings } from "../util/index.ts";

/** The words of the run stage. */
export const runFinding = defineFindings({
  "grader-missing": (a: { suite: string; types: string[] }) =>
    `suite "${a.suite}" has ${a.types.join(", ")}, which ask a judging model. Name it with grader: provider:model.`,
  "grader-is-answer": (a: { model: string }) =>
    `${a.model} judges its own answers. Name another grader where the verdict matters.`,
  "price-unknown": (a: { model: string }) =>
    `${a.model} has no prices in prompts/models.yaml, so --max-cost cannot hold. Add them, or limit --max-calls.`,
  "answer-unbounded": (a: { model: string }) =>
    `${a.model} has no maxTokens, so --max-cost cannot hold. Set parameters: { maxTokens: N } in prompts/models.yaml or the suite.`,
  "limit-reached": (a: { limit: string; left: number }) =>
    `${a.limit} is reached: ${a.left} trials were not run. What was done is kept; the same command with a higher limit goes on.`,
  "agent-flag": (a: { flag: string; trials: number; cases: string[] }) =>
    `${a.flag} was raised by ${a.trials} ${a.trials === 1 ? "trial" : "trials"} of ${someOf(a.cases)}. Nothing fails by it; a case that minds asserts strata:no-flags.`,
  "empty-shard": (a: { index: number; of: number; trials: number }) =>
    `shard ${a.index}/${a.of} has nothing to run: the selection has ${a.trials} trials. Use fewer shards.`,
  "no-run": (a: { path: string }) =>
    `${a.path} holds no run. Name the folder of a run, or one with such folders in it.`,
  "not-one-run": (a: { what: string; runs: string[]; values: string[] }) =>
    `the runs differ in their ${a.what}: ${a.runs.map((run, i) => `${run} has ${a.values[i]}`).join(", ")}. Merge runs of one version only.`,
  "unfinished-run": (a: { run: string; known: number; planned: number }) =>
    `${a.run} is not finished: ${a.known} of ${a.planned} trials. Continue it with the same command, then merge.`,
  "broken-journal": (a: { run: string; lines: number }) =>
    `the journal of ${a.run} has ${a.lines} lines that are no trial. Run that shard again.`,
  "trials-differ": (a: { trial: string; runs: string[]; what: string }) =>
    `${a.trial} is in ${a.runs.join(" and ")} with a different ${a.what}. Leave one of the runs out.`,
  "shard-missing": (a: { missing: string[]; left: number }) =>
    `${a.missing.length === 1 ? "shard" : "shards"} ${a.missing.join(", ")} ${a.missing.length === 1 ? "is" : "are"} missing: ${a.left} trials were not run.`,
  "no-batches": (a: { model: string }) =>
    `${a.model} cannot be asked in batches; only anthropic: and openai: models can. Leave --batch out, or name another model.`,
  "broken-batches": (a: { file: string }) =>
    `${a.file} cannot be read, so nobody knows which batches are on their way. Mend it, or start anew with --fresh and pay again.`,
  "batches-open": (a: { run: string; requests: number }) =>
    `${a.run} waits for batches with ${a.requests} requests, which are paid. Go on with --batch, or start anew with --fresh.`,
  "batch-unknown": (a: { model: string; submitted: string; requests: number; file: string }) =>
    `a batch of ${a.requests} requests to ${a.model} was being submitted at ${a.submitted}, and nobody knows whether it arrived. Look for it at the provider: write its id and state "open" into ${a.file}, or remove it there if it is not known.`,
  "batch-lost": (a: { model: string; reason: string }) =>
    `a batch of ${a.model} could not be looked at: ${a.reason} What is left goes on with the same command.`,
  "provider-stopped": (a: { provider: string; reason: string }) =>
    `${a.provider} was not called any more: ${a.reason}`,
  "broken-entries": (a: { count: number; folder: string }) =>
    `${a.count} stored answers in ${a.folder} could not be read and were not used.`,
  continued: (a: { run: string; known: number; planned: number }) =>
    `goes on with the unfinished run ${a.run}: ${a.known} of ${a.planned} trials are known. --fresh starts anew.`,
  "torn-journal": (a: { run: string }) =>
    `the last line of the journal of ${a.run} was torn and is left out; its trial is run again.`,
  "nothing-to-retry": (_: object) =>
    "no run of this selection has unmeasured trials. Run it without --retry-unmeasured first.",
  "no-recordings": (a: { folder: string }) =>
    `${a.folder} does not exist, so nothing can be replayed. Record first with --mode record.`,
});

function someOf(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return names.slice(0, 5).join(", ") + more;
}

/** Why a trial is skipped or unmeasured. */
export const runReasons = {
  needsLlm: (answer: string) => `needs a language model; ${answer} only quotes the prompt`,
  graderBroke: (type: string, reason: string) => `${type} could not be graded: ${reason}`,
  tooLong: (tokens: number, model: string, window: number) =>
    `the request has about ${tokens} tokens, and ${model} takes ${window}`,
  truncated: () => "the answer was cut off at its maximum length; raise parameters.maxTokens",
  tooManySteps: (maxSteps: number) => `the model was still calling tools after ${maxSteps} answers`,
  unscriptedTool: (names: string) =>
    `the model called ${names}, and the case scripts no tools; give it tools: with results`,
  notRecorded: (near: string) => `no recorded answer; ${near}`,
};
