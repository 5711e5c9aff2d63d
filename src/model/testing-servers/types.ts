import type { IncomingHttpHeaders } from "node:http";
import type { Fault } from "./faults.ts";

/** One request as it came in. */
export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as text. */
  raw: string;
  /** The parsed JSON; undefined where there is none. */
  body: any;
  /** The port that it came from: one for each connection. */
  port: number | undefined;
  /** Milliseconds of `performance.now()`. */
  at: number;
  /** What was answered; undefined while it is not, and where the connection was broken. */
  status?: number;
}

/** What is asked of the model, the same for every interface. */
export interface Asked {
  model: string;
  system: string;
  /** Texts of the messages; tool calls and results as JSON. */
  messages: { role: string; text: string }[];
  tools: string[];
  body: any;
}

export interface ServerAnswer {
  text?: string;
  toolCalls?: { id?: string; name: string; arguments: unknown }[];
  /** `filtered`: the provider's own filter; by default end, or tool where there are calls. */
  stop?: "end" | "length" | "refusal" | "filtered";
  /** Tokens of reasoning, on top of the text. */
  reasoning?: number;
}

export type BatchOutcome = "succeeded" | "errored" | "expired" | "canceled";

export interface ServerOptions {
  /** By default a text that depends on the prompt alone. */
  answer?: (asked: Asked) => ServerAnswer | string;
  /** Milliseconds until an answer begins. */
  latency?: number | ((seen: SeenRequest) => number);
  /** More calls are answered with 429. A bucket that holds one second. */
  requestsPerSecond?: number;
  /** Taken one by one, in order; `null` is a call without a fault. Or chosen by request and its index. */
  faults?: (Fault | null)[] | ((seen: SeenRequest, index: number) => Fault | null | undefined);
  /** Keys that are accepted; by default any. */
  keys?: string[];
  /** Shortest prefix that is cached; 1024. */
  cacheMinimum?: number;
  /** Milliseconds that a prefix stays cached after it was last used; 5 minutes. */
  cacheLifetime?: number;
  /** The clock of the cache and of limits, in milliseconds. */
  now?: () => number;
  batch?: {
    /** How often a batch is asked for before it has ended; 1. */
    polls?: number;
    outcome?: (customId: string) => BatchOutcome;
    /** Puts results in another order; reversed by default. */
    order?: (ids: string[]) => string[];
    /** What the whole batch comes to; OpenAI's batches alone can fail or expire as one. */
    status?: "completed" | "failed" | "expired" | "cancelled";
  };
}

/** A server on the loopback. */
export interface LoopbackServer extends AsyncDisposable {
  /** Without the version: `http://127.0.0.1:1234`. */
  origin: string;
  /** What the vendor's SDK takes as its base address. */
  url: string;
  /** All requests, in the order they came. */
  requests: SeenRequest[];
  /** Tokens of all answered calls, as the vendor bills them: the parts do not overlap. */
  billed: { input: number; cacheWrite: number; cacheRead: number; output: number; calls: number };
  /** Calls that are being answered now, and the most that were at once. */
  load: { current: number; most: number };
  inject(...faults: (Fault | null)[]): void;
  close(): Promise<void>;
}
