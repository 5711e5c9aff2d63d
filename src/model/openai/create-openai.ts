import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import type { Response, ResponseCreateParamsStreaming } from "openai/resources/responses/responses";
import { failureReasons } from "../messages.ts";
import { type ModelSettings, splitId } from "../settings.ts";
import type { ChatRequest } from "../types.ts";
import type { Call, Wire } from "../wire-model.ts";
import { completionParams } from "./build-completion.ts";
import { responseParams } from "./build-response.ts";
import { collectCompletion, collectResponse } from "./collect-stream.ts";
import { outcomeOfCompletion, type ReadCompletion } from "./read-completion.ts";
import { outcomeOfResponse } from "./read-response.ts";

const authorize = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** OpenAI's interfaces, through the vendor's SDK; compatible servers speak Chat Completions. */
export function openaiWire(settings: ModelSettings): Wire {
  const { provider } = splitId(settings.id);
  if (provider === "openai" && settings.api !== "chat") return responsesWire(settings);
  return completionsWire(settings);
}

function responsesWire(settings: ModelSettings): Wire {
  return {
    authorize,
    refuse: (request) => prefillProblem(request, settings),
    async ask(request, call) {
      const client = await openOpenai(call);
      const body: ResponseCreateParamsStreaming = { ...responseParams(request, settings), stream: true };
      return collectResponse(await client.responses.create(body, optionsOf(call)));
    },
    read: (document) => outcomeOfResponse(document as Response),
  };
}

function completionsWire(settings: ModelSettings): Wire {
  return {
    authorize,
    refuse: (request) => prefillProblem(request, settings),
    async ask(request, call) {
      const client = await openOpenai(call);
      const body: ChatCompletionCreateParamsStreaming = {
        ...completionParams(request, settings),
        stream: true,
        stream_options: { include_usage: true },
      };
      return collectCompletion(await client.chat.completions.create(body, optionsOf(call)));
    },
    read: (document) => outcomeOfCompletion(document as ReadCompletion),
  };
}

/** OpenAI's models begin a new message after a begun one; local servers do continue it. */
function prefillProblem({ messages }: ChatRequest, { id }: ModelSettings): string | undefined {
  const begun = messages.at(-1)?.role === "assistant" && splitId(id).provider === "openai";
  return begun ? failureReasons.noPrefill(id) : undefined;
}

function optionsOf({ signal }: Call): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** The SDK is loaded with the first call, and reads nothing of the environment. */
export async function openOpenai({ key, baseUrl, fetch, timeout }: Omit<Call, "signal">) {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    // The SDK wants one; the guard sends none where there is none.
    apiKey: key ?? "none",
    ...{ adminAPIKey: null, organization: null, project: null, webhookSecret: null },
    baseURL: baseUrl,
    // The scheduler owns retries.
    maxRetries: 0,
    logLevel: "off",
    ...{ fetch, timeout },
  });
}
