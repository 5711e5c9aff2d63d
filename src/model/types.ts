import type { Usage } from "../cost/index.ts";

/** A tool that the model asked for. `arguments` is the JSON value it gave; a text where it was not valid JSON. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: unknown;
}

/** One message of a conversation, as a provider would get it. */
export type ChatMessage =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "tool"; callId: string; content: string; isError?: true };

export interface ToolDefinition {
  name: string;
  description?: string;
  /** JSON Schema of the arguments; by default an object of anything. */
  schema?: object;
}

/** What a model may be told about how to answer; each is part of the request key. Left out: the provider's default. */
export interface Parameters {
  temperature?: number;
  maxTokens?: number;
  effort?: string;
  seed?: number;
}

/** Exactly what an answering model gets. `system` is the assembly's system channel, byte for byte. */
export interface ChatRequest {
  system: string;
  /**
   * Where cached tiers end: UTF-16 offsets into `system`, ascending. A separator belongs to the tier before it, so the
   * pieces that the offsets cut are `system` again when they are joined.
   */
  cacheBreaks?: number[];
  /** Names the cached prefix, for providers that route by it: the assembly's prefixHash and toolsHash. */
  cacheKey?: string;
  messages: ChatMessage[];
  tools: ToolDefinition[];
  parameters: Parameters;
  /** What the answer must be like. */
  output?: { name: string; schema: object };
}

/** Why a model stopped. `refusal` is the model's own; `length` is a truncated answer. */
export type StopReason = "end" | "length" | "tool" | "refusal";

export interface Answer {
  kind: "answer";
  text: string;
  toolCalls?: ToolCall[];
  stop?: StopReason;
  /** As the provider counted. */
  usage?: Usage;
  /** The model that the provider says has answered. */
  servedBy?: string;
  /** Milliseconds of the call itself; missing where nobody was called. */
  latency?: number;
  /** It came with a batch, for the price of one. */
  batch?: true;
}

/** What went wrong with a call, as far as the scheduler must know. */
export interface Failure {
  kind: "unmeasured";
  /** One line, without secrets. */
  reason: string;
  /**
   * Whose fault it is: `limit` (429, 529, overloaded), `server` (5xx), `network` (reset, time-out, half a stream) may be
   * tried again; `request` concerns this request alone; `provider` (bad key, quota of the day) stops every call to it.
   */
  cause?: "limit" | "server" | "network" | "request" | "provider";
  /** Milliseconds that the provider asks to wait. */
  retryAfter?: number;
}

/** What came back. `unmeasured` is for everything that is not the model's own answer: no key, no network, a limit. */
export type ChatOutcome = Answer | Failure;

/** The model that answers; every provider is one of these. */
export interface ChatModel {
  /** `provider:model`. */
  id: string;
  /** One call, never tried again here: retries have one owner, the scheduler of src/run. Never throws. */
  answer(request: ChatRequest, options?: { signal?: AbortSignal }): Promise<ChatOutcome>;
}
