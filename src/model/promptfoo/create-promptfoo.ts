import { anyArguments, requestProblem } from "../check-request.ts";
import type { ModelDeps } from "../deps.ts";
import { failed } from "../http/call-error.ts";
import { failureOf } from "../http/read-failure.ts";
import { failureReasons } from "../messages.ts";
import { parseArguments } from "../parse-arguments.ts";
import { type ModelSettings, splitId } from "../settings.ts";
import type { ChatMessage, ChatModel, ChatOutcome, ChatRequest, ToolCall } from "../types.ts";
import { longestAnswer, timeoutsOf } from "../wire-model.ts";
import { loadPromptfoo, type Promptfoo } from "./load-promptfoo.ts";

type Provider = Awaited<ReturnType<Promptfoo["loadApiProvider"]>>;
type ProviderResponse = Awaited<ReturnType<Provider["callApi"]>>;

/**
 * Any provider of promptfoo. It gets the request as a JSON chat, parameters and tools as OpenAI's Chat Completions name
 * them, and no retry of its own. Its key comes from where promptfoo looks for it.
 */
export function createPromptfooModel(settings: ModelSettings, { redactor, cwd }: ModelDeps): ChatModel {
  let provider: Promise<Provider> | undefined;
  const open = async (): Promise<Provider> => {
    const { loadApiProvider } = await loadPromptfoo();
    return loadApiProvider(splitId(settings.id).name, {
      options: { config: { maxRetries: 0 } },
      ...(cwd === undefined ? {} : { basePath: cwd }),
    });
  };
  async function answer(request: ChatRequest, signal: AbortSignal | undefined): Promise<ChatOutcome> {
    const refused = requestProblem(request);
    if (refused !== undefined) return failed(refused, "request");
    const total = AbortSignal.timeout(timeoutsOf(settings).total);
    const prompt = JSON.stringify(chatOf(request));
    const start = performance.now();
    try {
      const opened = await (provider ??= open());
      const calling = opened.callApi(
        prompt,
        { prompt: { raw: prompt, label: settings.id, config: configOf(request) }, vars: {}, bustCache: true },
        { abortSignal: signal === undefined ? total : AbortSignal.any([signal, total]) },
      );
      const outcome = readAnswer(await Promise.race([calling, rejectOn(total), rejectOn(signal)]));
      return outcome.kind === "answer"
        ? { ...outcome, latency: Math.round(performance.now() - start) }
        : outcome;
    } catch (error) {
      if (signal?.aborted) return failed(failureReasons.interrupted(), undefined);
      if (total.aborted) {
        return failed(failureReasons.totalTimeout(timeoutsOf(settings).total / 1000), "network");
      }
      return failureOfText(error instanceof Error ? error.message : String(error));
    }
  }
  return {
    id: settings.id,
    async answer(request, { signal } = {}) {
      const outcome = await answer(request, signal);
      return outcome.kind === "answer" ? outcome : { ...outcome, reason: redactor(outcome.reason) };
    },
  };
}

function rejectOn(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal?.aborted) reject(signal.reason);
  signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}

function chatOf({ system, messages }: ChatRequest): object[] {
  return [...(system === "" ? [] : [{ role: "system", content: system }]), ...messages.map(messageOf)];
}

function messageOf(message: ChatMessage): object {
  if (message.role === "user") return message;
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  }
  const { role, content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role, content };
  const calls = toolCalls.map(({ id, name, arguments: value }) => ({
    ...{ id, type: "function" },
    function: { name, arguments: typeof value === "string" ? value : JSON.stringify(value ?? {}) },
  }));
  return { role, content, tool_calls: calls };
}

function configOf({ parameters, tools, output }: ChatRequest): object {
  const { temperature, maxTokens, effort, seed } = parameters;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(seed === undefined ? {} : { seed }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({
            type: "function",
            function: {
              name,
              ...(description === undefined ? {} : { description }),
              parameters: { ...anyArguments, ...schema },
            },
          })),
        }),
    ...(output === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: output.name, strict: true, schema: output.schema },
          },
        }),
  };
}

function readAnswer(response: ProviderResponse): ChatOutcome {
  if (response.error) return failureOfText(String(response.error), response.metadata?.http?.status);
  const toolCalls = readToolCalls(response.output);
  const text = toolCalls.length > 0 ? "" : textOf(response.output);
  if (text.length > longestAnswer)
    return failed(failureReasons.tooLong(longestAnswer / 1_000_000), "request");
  const cut = /^(?:length|max_tokens)$/.test(response.finishReason ?? "");
  if (response.finishReason === "content_filter") return failed(failureReasons.filtered(""), "request");
  if (text === "" && toolCalls.length === 0 && !cut) return failed(failureReasons.empty(), "server");
  const { prompt, completion, completionDetails } = response.tokenUsage ?? {};
  return {
    ...({ kind: "answer", text } as const),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    stop: cut ? "length" : response.isRefusal ? "refusal" : toolCalls.length > 0 ? "tool" : "end",
    // promptfoo adds cache tokens for some vendors and not for others; as plain input the cost is never too low.
    ...(prompt === undefined || completion === undefined
      ? {}
      : {
          usage: {
            ...{ input: prompt, cacheWrite: 0, cacheRead: 0, output: completion },
            reasoning: completionDetails?.reasoning ?? 0,
          },
        }),
  };
}

function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  return output === undefined || output === null ? "" : JSON.stringify(output);
}

/** OpenAI-like providers give tool calls as their output. */
function readToolCalls(output: unknown): ToolCall[] {
  if (!Array.isArray(output)) return [];
  return output.flatMap((item: unknown, i): ToolCall[] => {
    const { id, function: called } = (item ?? {}) as { id?: unknown; function?: unknown };
    const { name, arguments: given } = (called ?? {}) as { name?: unknown; arguments?: unknown };
    if (typeof name !== "string") return [];
    const value = typeof given === "string" ? parseArguments(given) : given;
    return [{ id: typeof id === "string" ? id : `call_${i + 1}`, name, arguments: value }];
  });
}

/** promptfoo reports every failure as a text; the status stands in it. */
function failureOfText(message: string, status?: number): ChatOutcome {
  const [, found] = /\b([45]\d\d)\b/.exec(message) ?? [];
  const lost = /ECONN|ENOTFOUND|EAI_AGAIN|fetch failed|Request failed after|timed? ?out|socket/i.test(
    message,
  );
  const limited = /\brate.?limit/i.test(message) ? 429 : undefined;
  const known = status ?? (found === undefined ? limited : Number(found));
  if (known === undefined && /\b(?:API key|OPENAI_API_KEY|[A-Z]+_API_KEY)\b/.test(message)) {
    return failureOf({ message, status: 401 }, 0);
  }
  const failure = failureOf({ message, status: known !== undefined && known >= 400 ? known : undefined }, 0);
  return lost && failure.cause === "request" ? { ...failure, cause: "network" } : failure;
}
