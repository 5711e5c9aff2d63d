import { answerOf } from "./answers.ts";
import { sendEvents } from "./faults.ts";
import { latencyOf, sendJson, startLoopback, wait } from "./loopback.ts";
import { openaiBatches } from "./openai-batches.ts";
import {
  completionBody,
  completionEvents,
  promptOf,
  readAsked,
  responseBody,
  responseEvents,
} from "./openai-wire.ts";
import { automaticCache } from "./prompt-cache.ts";
import type { LoopbackServer, ServerOptions } from "./types.ts";

/** A server of OpenAI's interfaces: Responses and Chat Completions, plain, streamed and in batches, with its cache. */
export function startOpenaiServer(options: ServerOptions = {}): Promise<LoopbackServer> {
  return startLoopback(options, ({ billed, now }) => {
    const cache = automaticCache(options);
    const error = (status: number, type: string, message: string) => ({
      error: { message, type, param: null, code: status === 429 ? "rate_limit_exceeded" : type },
    });
    let count = 0;

    function makeAnswer(path: string, body: any, begins: number) {
      const use = cache(promptOf(body), String(body.prompt_cache_key ?? ""), now(), begins);
      const answer = answerOf(options, readAsked(body));
      billed.input += use.total - use.read;
      billed.cacheRead += use.read;
      billed.output += answer.output;
      billed.calls++;
      const make = path === "/v1/responses" ? responseBody : completionBody;
      return make(++count, String(body.model), answer, use);
    }

    const batches = openaiBatches(options, {
      makeAnswer: (path, body) => makeAnswer(path, body, now()),
      error,
    });
    return {
      base: "/v1",
      isCall: (path) => path === "/v1/responses" || path === "/v1/chat/completions",
      error,
      limitHeaders: (limit, remaining, resetMs) => ({
        "x-ratelimit-limit-requests": String(limit),
        "x-ratelimit-remaining-requests": String(remaining),
        "x-ratelimit-reset-requests": `${resetMs}ms`,
      }),
      async handle(seen, response, fault) {
        if (/^\/v1\/(?:files|batches)\b/.test(seen.path)) return batches(seen, response);
        const chat = seen.path === "/v1/chat/completions";
        if (!(chat || seen.path === "/v1/responses") || seen.method !== "POST") {
          return sendJson(response, 404, error(404, "invalid_request_error", `no such path: ${seen.path}`));
        }
        const problem = requestError(seen.body, chat);
        if (problem !== undefined)
          return sendJson(response, 400, error(400, "invalid_request_error", problem));
        const latency = latencyOf(options, seen);
        const answer = makeAnswer(seen.path, seen.body, now() + latency);
        await wait(latency);
        response.setHeader("x-request-id", `req_${count}`);
        if (seen.body.stream !== true || fault?.kind === "no-stream") return sendJson(response, 200, answer);
        const events = chat ? completionEvents(answer, seen.body) : responseEvents(answer);
        return sendEvents(response, events, fault);
      },
    };
  });
}

function requestError(body: any, chat: boolean): string | undefined {
  if (typeof body !== "object" || body === null) return "the body is not a JSON object";
  if (typeof body.model !== "string") return "you must provide a model parameter";
  const list = chat ? body.messages : body.input;
  if (!(Array.isArray(list) && list.length > 0) && !(typeof list === "string" && !chat)) {
    return `missing required parameter: ${chat ? "messages" : "input"}`;
  }
  return !chat && "seed" in body ? "unknown parameter: seed" : undefined;
}
