import { failureReasons } from "../messages.ts";
import { CallError } from "./call-error.ts";

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Milliseconds. */
export interface Timeouts {
  /** Until the answer begins. */
  connect: number;
  /** Between two pieces of it. */
  idle: number;
  total: number;
}

export interface GuardOptions {
  fetch: Fetch;
  /** Sent whatever else an SDK would send under these names. */
  headers: Record<string, string>;
  timeouts: Timeouts;
  /** Bytes of an answer. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/** The transport of one call. */
export interface Guard {
  fetch: Fetch;
  /** What the guard itself stopped the call for; SDKs wrap or swallow what their transport throws. */
  problem(): CallError | undefined;
  /** The answer of a server that was asked for a stream and sent one JSON document instead. */
  document(): unknown;
  /** Ends the clocks; call it when the call is over, however it ended. */
  close(): void;
}

/**
 * What an SDK may send. Both vendors' SDKs add headers from environment variables of their own, so that an
 * environment could send a prompt under another account.
 */
const sentHeaders = ["accept", "anthropic-beta", "anthropic-version", "content-type"];

/** Bounds one call in time and length, follows no redirect, takes UTF-8 only, and sends no header but the known ones. */
export function guardFetch(options: GuardOptions): Guard {
  const { timeouts, signal } = options;
  const stop = new AbortController();
  let problem: CallError | undefined;
  let document: unknown;
  const fail = (error: CallError): CallError => {
    problem ??= error;
    stop.abort(problem);
    return problem;
  };
  const after = (milliseconds: number, reason: (seconds: number) => string) => {
    const end = (): void => void fail(new CallError(reason(milliseconds / 1000), "network"));
    return setTimeout(end, milliseconds);
  };
  const total = after(timeouts.total, failureReasons.totalTimeout);
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });

  async function guardedFetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const connect = after(timeouts.connect, failureReasons.connectTimeout);
    const signals = [stop.signal, ...(init.signal ? [init.signal] : [])];
    if (signal?.aborted) onAbort();
    try {
      const headers = cleanHeaders(new Headers(init.headers), options.headers);
      const sent = { ...init, headers, redirect: "manual", signal: AbortSignal.any(signals) } as const;
      return await check(await options.fetch(url, sent), asksForStream(init.body));
    } catch (error) {
      throw problem ?? error;
    } finally {
      clearTimeout(connect);
    }
  }

  async function check(response: Response, stream: boolean): Promise<Response> {
    const type = response.headers.get("content-type") ?? "";
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      const reason = failureReasons.redirect(hostOf(response.headers.get("location"), response.url));
      throw fail(new CallError(reason, "provider"));
    }
    if (response.ok && /^text\/html\b/i.test(type)) {
      await response.body?.cancel();
      throw fail(new CallError(failureReasons.html(), "server"));
    }
    const { status, statusText, headers } = response;
    const body = response.body === null ? null : guardBody(response.body);
    const bounded = new Response(body, { status, statusText, headers });
    if (!response.ok || !stream || !/\bjson\b/i.test(type)) return bounded;
    document = parse(await bounded.text());
    throw new Error("the server sent one document instead of a stream");
  }

  function parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw fail(new CallError(failureReasons.notJson(), "server"));
    }
  }

  function guardBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let length = 0;
    const decode = (bytes?: Uint8Array): void => {
      try {
        decoder.decode(bytes, { stream: bytes !== undefined });
      } catch {
        throw fail(new CallError(failureReasons.notUtf8(), "server"));
      }
    };
    return new ReadableStream({
      async pull(controller) {
        const idle = after(timeouts.idle, failureReasons.idleTimeout);
        try {
          const { done, value } = await reader.read();
          if (done) {
            decode();
            controller.close();
            return;
          }
          length += value.byteLength;
          if (length > options.limit) {
            throw fail(new CallError(failureReasons.tooLong(options.limit / 1_000_000), "request"));
          }
          decode(value);
          controller.enqueue(value);
        } catch (error) {
          controller.error(problem ?? error);
        } finally {
          clearTimeout(idle);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  return {
    fetch: guardedFetch,
    problem: () => problem,
    document: () => document,
    close() {
      clearTimeout(total);
      signal?.removeEventListener("abort", onAbort);
      // A connection whose answer nobody reads on is given back.
      stop.abort(new Error("the call is over"));
    },
  };
}

function cleanHeaders(given: Headers, own: Record<string, string>): Headers {
  const headers = new Headers();
  for (const name of sentHeaders) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

function asksForStream(body: RequestInit["body"]): boolean {
  // Keys are ASCII and a quotation mark within a text is escaped, so no prompt can hold this.
  return typeof body === "string" && body.includes('"stream":true');
}

function hostOf(location: string | null, base: string): string {
  const url = location === null ? null : URL.parse(location, base === "" ? undefined : base);
  return url === null ? "another address" : url.host;
}
