import { anthropicBatches } from "./anthropic-batches.ts";
import { messageBody, messageEvents, readBlocks, readAsked, requestError } from "./anthropic-wire.ts";
import { answerOf } from "./answers.ts";
import { sendEvents } from "./faults.ts";
import { latencyOf, sendJson, startLoopback, wait } from "./loopback.ts";
import { markedCache } from "./prompt-cache.ts";
import type { LoopbackServer, ServerOptions } from "./types.ts";

/** A server of Anthropic's Messages interface: plain, streamed and in batches, with prompt caching as it is billed. */
export function startAnthropicServer(options: ServerOptions = {}): Promise<LoopbackServer> {
  return startLoopback(options, ({ billed, now, origin }) => {
    const cache = markedCache(options);
    const error = (status: number, type: string, message: string) => ({
      type: "error",
      error: { type: status === 529 ? "overloaded_error" : type, message },
      request_id: "req_loopback",
    });
    let count = 0;

    /** Accounting is by arrival; a prefix can be read once the answer that writes it has begun. */
    function makeMessage(body: any, begins: number) {
      const use = cache(readBlocks(body), String(body.model), now(), begins);
      const answer = answerOf(options, readAsked(body));
      const input = use.total - use.read - use.written;
      billed.input += input;
      billed.cacheWrite += use.written;
      billed.cacheRead += use.read;
      billed.output += answer.output;
      billed.calls++;
      const usage = {
        input_tokens: input,
        cache_creation_input_tokens: use.written,
        cache_read_input_tokens: use.read,
        output_tokens: answer.output,
        output_tokens_details: { thinking_tokens: answer.reasoning },
      };
      return messageBody(`msg_${++count}`, String(body.model), answer, usage);
    }

    const batches = anthropicBatches(options, {
      makeMessage: (body) => makeMessage(body, now()),
      origin,
      error,
    });
    return {
      base: "",
      isCall: (path) => path === "/v1/messages",
      error,
      limitHeaders: (limit, remaining, resetMs) => ({
        "anthropic-ratelimit-requests-limit": String(limit),
        "anthropic-ratelimit-requests-remaining": String(remaining),
        "anthropic-ratelimit-requests-reset": new Date(Date.now() + resetMs).toISOString(),
      }),
      async handle(seen, response, fault) {
        if (seen.path.startsWith("/v1/messages/batches")) return batches(seen, response);
        if (seen.path !== "/v1/messages" || seen.method !== "POST") {
          return sendJson(response, 404, error(404, "not_found_error", `no such path: ${seen.path}`));
        }
        const problem = requestError(seen.body);
        if (problem !== undefined) {
          return sendJson(response, 400, error(400, "invalid_request_error", problem));
        }
        const latency = latencyOf(options, seen);
        const message = makeMessage(seen.body, now() + latency);
        await wait(latency);
        response.setHeader("request-id", `req_${message.id}`);
        if (seen.body.stream === true && fault?.kind !== "no-stream") {
          return sendEvents(response, messageEvents(message), fault);
        }
        return sendJson(response, 200, message);
      },
    };
  });
}
