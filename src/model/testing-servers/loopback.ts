import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, sendFault } from "./faults.ts";
import type { LoopbackServer, SeenRequest, ServerOptions } from "./types.ts";

/** What a vendor's server says in its own words. */
export interface Dialect {
  /** Path below the origin that the SDK takes as part of its base address. */
  base: string;
  /** Paths that a fault, latency and a limit apply to. */
  isCall(path: string): boolean;
  error(status: number, type: string, message: string): unknown;
  limitHeaders(limit: number, remaining: number, resetMs: number): Record<string, string>;
  handle(seen: SeenRequest, response: ServerResponse, fault: Fault | null): Promise<void> | void;
}

/** Starts a server on a free port of the loopback. */
export async function startLoopback(
  options: ServerOptions,
  makeDialect: DialectMaker,
): Promise<LoopbackServer> {
  const requests: SeenRequest[] = [];
  const billed = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, calls: 0 };
  const load = { current: 0, most: 0 };
  const now = options.now ?? (() => performance.now());
  const queue: (Fault | null)[] = Array.isArray(options.faults) ? [...options.faults] : [];
  const takeToken = bucket(options.requestsPerSecond, now);
  let origin = "";
  const dialect = makeDialect({ billed, now, origin: () => origin });
  let calls = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    requests.push(seen);
    response.on("finish", () => (seen.status = response.statusCode));
    const call = dialect.isCall(seen.path);
    const refused = check(seen, response, call);
    if (refused) return;
    const fault = call ? nextFault(seen) : null;
    load.current++;
    load.most = Math.max(load.most, load.current);
    try {
      if (fault !== null && sendFault(response, fault, seen.body?.stream === true)) return;
      await dialect.handle(seen, response, fault);
    } finally {
      load.current--;
    }
  }

  function nextFault(seen: SeenRequest): Fault | null {
    const index = calls++;
    if (queue.length > 0) return queue.shift()!;
    return (typeof options.faults === "function" ? options.faults(seen, index) : null) ?? null;
  }

  function check(seen: SeenRequest, response: ServerResponse, call: boolean): boolean {
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): true => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(body));
      return true;
    };
    const { authorization = "", "x-api-key": direct } = seen.headers;
    const key = typeof direct === "string" ? direct : authorization.replace(/^Bearer /, "");
    if (options.keys !== undefined && !options.keys.includes(key)) {
      return send(401, dialect.error(401, "authentication_error", `invalid key: ${key}`));
    }
    if (!call || options.requestsPerSecond === undefined) return false;
    const { ok, remaining, resetMs } = takeToken();
    const headers = dialect.limitHeaders(options.requestsPerSecond, remaining, resetMs);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (ok) return false;
    const wait = { "retry-after": String(Math.ceil(resetMs / 1000)), "retry-after-ms": String(resetMs) };
    return send(429, dialect.error(429, "rate_limit_error", "too many requests"), wait);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify(dialect.error(500, "api_error", String(error))));
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    ...{ origin, url: origin + dialect.base, requests, billed, load, close },
    inject: (...faults) => void queue.push(...faults),
    [Symbol.asyncDispose]: close,
  };
}

export type DialectMaker = (world: {
  billed: LoopbackServer["billed"];
  now: () => number;
  origin(): string;
}) => Dialect;

/** Milliseconds until the answer to a request begins. */
export function latencyOf({ latency = 0 }: ServerOptions, seen: SeenRequest): number {
  return typeof latency === "function" ? latency(seen) : latency;
}

export async function wait(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const at = performance.now();
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const raw = Buffer.concat(parts).toString("utf8");
  const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
  const seen: SeenRequest = {
    method: request.method ?? "",
    path,
    headers: request.headers,
    raw,
    body: undefined,
    port: request.socket.remotePort,
    at,
  };
  try {
    seen.body = raw === "" ? undefined : JSON.parse(raw);
  } catch {
    // A file of a batch is no JSON.
  }
  return seen;
}

/** A bucket that holds one second's calls and is filled steadily, as both vendors do it. */
function bucket(perSecond: number | undefined, now: () => number) {
  const size = perSecond ?? Number.POSITIVE_INFINITY;
  let tokens = size;
  let last = now();
  return () => {
    const time = now();
    tokens = Math.min(size, tokens + ((time - last) / 1000) * size);
    last = time;
    const ok = tokens >= 1;
    if (ok) tokens -= 1;
    const resetMs = tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / size) * 1000);
    return { ok, remaining: Math.floor(tokens), resetMs };
  };
}
