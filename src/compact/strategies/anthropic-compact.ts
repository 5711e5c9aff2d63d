import { anthropicTurns, type ChatMessage, type ChatRequest } from "../../model/index.ts";
import type { CompactionInput, CompactionOutcome, Strategy } from "../types.ts";
import { idleRange, type StrategySettings, wholeRange } from "./summarize.ts";

/** One call of the beta Messages API with a body as the SDK takes it; throws as the SDK does. */
export type AnthropicCall = (body: Record<string, unknown>) => Promise<unknown>;

export interface AnthropicCompact {
  call: AnthropicCall;
  model: string;
  /** `edit` asks for it inside a turn (compact-2026-01-12), `summarize` for it alone (compact-2026-09-04). */
  beta: "edit" | "summarize";
}

/** The least that the server takes as a trigger of the edit. */
const leastTrigger = 50_000;

/**
 * Compaction by Anthropic's server. The block that it gives must be sent back first and unchanged; what is in it beside
 * the text cannot be read, so survival is not observable. A block without content means that the server failed.
 */
export function createAnthropicCompact(settings: StrategySettings, options: AnthropicCompact): Strategy {
  const id = "anthropic-compact";
  return {
    ...{ id, observable: false },
    idle: (input) => idleRange(wholeRange(input, settings), input, settings),
    async compact(input) {
      const body = {
        ...bodyOf(input, options),
        ...askFor(options.beta, instructionsOf(input, settings), input),
      };
      const sent = {
        system: instructionsOf(input, settings),
        messages: [...input.messages],
        tools: [],
        parameters: {},
      };
      try {
        return outcomeOf(await options.call(body), input, sent, settings);
      } catch (error) {
        return { kind: "failed", reason: reasonOf(error), summarizerRequests: [sent] };
      }
    },
  };
}

function bodyOf({ messages }: CompactionInput, { model }: AnthropicCompact): Record<string, unknown> {
  return { model, max_tokens: 4096, messages: anthropicTurns(messages) };
}

/** The two betas cannot be combined. The edit pauses, so that nothing is sampled after the block. */
function askFor(
  beta: AnthropicCompact["beta"],
  instructions: string,
  { budget }: CompactionInput,
): Record<string, unknown> {
  if (beta === "summarize")
    return { betas: ["compact-2026-09-04"], compaction: { type: "summarize", instructions } };
  const trigger = {
    type: "input_tokens",
    value: Math.max(leastTrigger, Math.floor(Number.isFinite(budget) ? budget : 0)),
  };
  const edit = { type: "compact_20260112", trigger, instructions, pause_after_compaction: true };
  return { betas: ["compact-2026-01-12"], context_management: { edits: [edit] } };
}

/** Instructions replace the server's own prompt, so they are never given half. */
export function instructionsOf(
  { instructions, directives, focus }: CompactionInput,
  { summary }: StrategySettings,
): string {
  return [summary.instructions, instructions, directives ?? "", focus ?? ""]
    .filter((text) => text !== "")
    .join("\n\n");
}

function outcomeOf(
  response: unknown,
  input: CompactionInput,
  sent: ChatRequest,
  settings: StrategySettings,
): CompactionOutcome {
  const { content = [], stop_reason: stop } = (response ?? {}) as {
    content?: { type: string }[];
    stop_reason?: string;
  };
  const failed = (reason: string): CompactionOutcome => ({
    kind: "failed",
    reason,
    summarizerRequests: [sent],
  });
  const blocks = content.filter(({ type }) => type === "compaction");
  if (blocks.length === 0) return failed("the server did not compact: the conversation is below its trigger");
  if (blocks.length > 1) return failed(`the server gave ${blocks.length} compaction blocks`);
  const { content: text } = blocks[0] as { content?: string | null };
  if (text === null || text === undefined || text === "")
    return failed("the server failed to summarise: its block is empty");
  if (stop !== "compaction") return failed(`the server stopped with "${stop}" instead of after the block`);
  // The block stands for all messages; the open request is said again after it, and a reloaded rule told again.
  const { kept } = wholeRange(input, settings);
  const block: ChatMessage = { role: "assistant", content: text };
  return {
    kind: "compacted",
    messages: [block, ...kept],
    summaries: [0],
    summarizerRequests: [sent],
    opaque: [{ role: "assistant", content: [blocks[0]] }, ...anthropicTurns(kept)],
  };
}

/** The typed errors say by their type what is wrong with block or turn; the SDK's message repeats the body. */
export function reasonOf(error: unknown): string {
  const {
    status,
    name,
    error: body,
  } = (error ?? {}) as {
    status?: number;
    name?: string;
    error?: { error?: { type?: string; message?: string } };
  };
  const inner = body?.error;
  const said =
    inner === undefined
      ? error instanceof Error
        ? error.message
        : String(error)
      : `${inner.type}: ${inner.message}`;
  return `the server refused to compact${status === undefined ? "" : ` (${status} ${name ?? ""})`}: ${said}`;
}
