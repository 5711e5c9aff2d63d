import type { KeySource } from "./key.ts";
import { requestProblem } from "./check-request.ts";
import type { ModelDeps } from "./deps.ts";
import { failed } from "./http/call-error.ts";
import { type Guard, guardFetch, type Timeouts } from "./http/guarded-fetch.ts";
import { failureOf, failureOfException, readErrorBody } from "./http/read-failure.ts";
import { failureReasons } from "./messages.ts";
import { parameterProblems } from "./model-problems.ts";
import type { ModelSettings } from "./settings.ts";
import type { ChatModel, ChatOutcome, ChatRequest, Failure } from "./types.ts";

/** Bytes. Longer answers are no answers. */
export const longestAnswer = 10_000_000;

/** What one call is made with. */
export interface Call {
  /** Without the key for servers that want none. */
  key: string | undefined;
  baseUrl: string;
  fetch: Guard["fetch"];
  signal: AbortSignal | undefined;
  /** Milliseconds; longer than the guard's own, so that an SDK never ends a call. */
  timeout: number;
}

/** How a vendor's interface is spoken. */
export interface Wire {
  /** Headers that carry the key. */
  authorize(key: string): Record<string, string>;
  /** What this interface cannot do for a request; undefined when it can. */
  refuse?(request: ChatRequest): string | undefined;
  /** Asks for a stream and reads it. Throws what the SDK throws. */
  ask(request: ChatRequest, call: Call): Promise<ChatOutcome>;
  /** Reads the whole answer of a server that does not stream. Throws when it is none. */
  read(document: unknown): ChatOutcome;
}

export interface WireOptions {
  settings: ModelSettings;
  baseUrl: string;
  key: KeySource;
  deps: ModelDeps;
}

/** A model behind an interface on the network: one call for an answer, bounded and classified, and never an exception. */
export function createWireModel(wire: Wire, { settings, baseUrl, key, deps }: WireOptions): ChatModel {
  const timeouts = timeoutsOf(settings);
  const { host } = new URL(baseUrl);
  const now = deps.now ?? Date.now;
  const clean = (failure: Failure): Failure => ({ ...failure, reason: deps.redactor(failure.reason) });

  async function answer(request: ChatRequest, signal: AbortSignal | undefined): Promise<ChatOutcome> {
    const refused =
      parameterProblems(settings, request.parameters)[0]?.message ??
      requestProblem(request) ??
      wire.refuse?.(request);
    if (refused !== undefined) return failed(refused, "request");
    const given = await key();
    if (given.kind === "unmeasured") return given;
    const guard = guardFetch({
      fetch: deps.fetch ?? globalThis.fetch,
      headers: { "user-agent": "strata", ...(given.key === undefined ? {} : wire.authorize(given.key)) },
      ...{ timeouts, signal, limit: longestAnswer },
    });
    const start = performance.now();
    try {
      const call = { key: given.key, baseUrl, fetch: guard.fetch, signal, timeout: timeouts.total + 60_000 };
      const outcome = await wire.ask(request, call);
      return outcome.kind === "answer" ? { ...outcome, latency: elapsed(start) } : outcome;
    } catch (error) {
      if (signal?.aborted) return failed(failureReasons.interrupted(), undefined);
      const problem = guard.problem();
      if (problem !== undefined) return problem.failure;
      const document = guard.document();
      if (document === undefined) return failureOfException(error, host, now());
      const outcome = readDocument(document);
      return outcome.kind === "answer" ? { ...outcome, latency: elapsed(start) } : outcome;
    } finally {
      guard.close();
    }
  }

  function readDocument(document: unknown): ChatOutcome {
    const inner = typeof document === "object" && document !== null && "error" in document && document.error;
    if (inner) {
      const report = readErrorBody(document) ?? { message: JSON.stringify(inner) };
      const failure = failureOf(report, now());
      // The server said 200, so nothing tells whether the request is at fault.
      return failure.cause === "request" && report.type !== "invalid_request_error"
        ? { ...failure, cause: "server" }
        : failure;
    }
    try {
      return wire.read(document);
    } catch {
      return failed(failureReasons.shape("it has none of the expected fields"), "server");
    }
  }

  return {
    id: settings.id,
    async answer(request, { signal } = {}) {
      if (signal?.aborted) return failed(failureReasons.interrupted(), undefined);
      try {
        const outcome = await answer(request, signal);
        return outcome.kind === "answer" ? outcome : clean(outcome);
      } catch (error) {
        return clean(failureOfException(error, host, now()));
      }
    },
  };
}

function elapsed(start: number): number {
  return Math.round(performance.now() - start);
}

/** Milliseconds. */
export function timeoutsOf({ timeouts = {} }: ModelSettings): Timeouts {
  const { connect = 60, idle = 120, total = 900 } = timeouts;
  return { connect: connect * 1000, idle: idle * 1000, total: total * 1000 };
}
