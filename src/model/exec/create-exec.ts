import { z } from "zod";
import type { ModelDeps } from "../deps.ts";
import { failed } from "../http/call-error.ts";
import { failureReasons } from "../messages.ts";
import { parameterProblems } from "../model-problems.ts";
import type { ModelSettings } from "../settings.ts";
import type { ChatModel, ChatOutcome, ChatRequest, Failure } from "../types.ts";
import { longestAnswer, timeoutsOf } from "../wire-model.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

const tokens = z.int().nonnegative().default(0);

/** What a command prints: one JSON document. */
const printedAnswer = z.strictObject({
  text: z.string(),
  toolCalls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.unknown() })).optional(),
  stop: z.enum(["end", "length", "tool", "refusal"]).optional(),
  usage: z
    .strictObject({ input: tokens, cacheWrite: tokens, cacheRead: tokens, output: tokens, reasoning: tokens })
    .optional(),
  servedBy: z.string().optional(),
});

const printedError = z.strictObject({ error: z.string().min(1) });

/** The exit code for "try again later" of sysexits.h. */
const tryAgain = 75;

/**
 * A command that answers: a real agent or a script. It gets one JSON document on stdin, the request with `model` and
 * `schema: 1`, and prints one: `{text, toolCalls?, stop?, usage?, servedBy?}` or `{error}`. Whatever else it does leaves
 * the trial unmeasured.
 */
export function createExec(settings: ModelSettings, { env, cwd, redactor }: ModelDeps): ChatModel {
  const seconds = timeoutsOf(settings).total / 1000;
  async function answer(request: ChatRequest, signal: AbortSignal | undefined): Promise<ChatOutcome> {
    const refused = parameterProblems(settings, request.parameters)[0];
    if (refused !== undefined) return failed(refused.message, "request");
    const input = JSON.stringify({ schema: 1, model: settings.id, ...request });
    const start = performance.now();
    const limits = { seconds, bytes: longestAnswer, signal };
    const result = await runCommand(settings.command!, input, { env, cwd, ...limits });
    if (signal?.aborted) return failed(failureReasons.interrupted(), undefined);
    const outcome = result.kind === "done" ? readPrinted(result.stdout) : failureOfCommand(result);
    return outcome.kind === "answer"
      ? { ...outcome, latency: Math.round(performance.now() - start) }
      : { ...outcome, reason: redactor(outcome.reason) };
  }
  return { id: settings.id, answer: (request, { signal } = {}) => answer(request, signal) };
}

function failureOfCommand({ problem, code, absent }: CommandResult & { kind: "failed" }): Failure {
  const cause = absent ? "provider" : code === tryAgain ? "server" : "request";
  return failed(failureReasons.exec(problem), cause);
}

function readPrinted(stdout: string): ChatOutcome {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return failed(failureReasons.exec("printed no JSON document"), "request");
  }
  const error = printedError.safeParse(value);
  if (error.success) return failed(failureReasons.exec(`reported: ${error.data.error}`), "request");
  const parsed = printedAnswer.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const at = path.length === 0 ? "" : `${path.join(".")}: `;
    return failed(failureReasons.exec(`printed no answer: ${at}${message}`), "request");
  }
  const { text, toolCalls = [], stop, usage, servedBy } = parsed.data;
  if (text === "" && toolCalls.length === 0 && stop !== "length" && stop !== "refusal") {
    return failed(failureReasons.empty(), "request");
  }
  return {
    ...({ kind: "answer", text } as const),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    stop: stop ?? (toolCalls.length > 0 ? "tool" : "end"),
    ...(usage === undefined ? {} : { usage }),
    ...(servedBy === undefined ? {} : { servedBy }),
  };
}
