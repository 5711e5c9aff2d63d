import { type ChatMessage, type ChatRequest, openAiItems } from "../../model/index.ts";
import { instructionsOf, reasonOf } from "./anthropic-compact.ts";
import type { CompactionInput, CompactionOutcome, Strategy } from "../types.ts";
import { idleRange, type StrategySettings, wholeRange } from "./summarize.ts";

/** One call of the Responses API; throws as the SDK does. `compact` is its endpoint of that name. */
export type OpenAiCall = (endpoint: "compact" | "create", body: Record<string, unknown>) => Promise<unknown>;

export interface OpenAiCompact {
  call: OpenAiCall;
  model: string;
  /** `compact` asks the endpoint of that name, `context` sets a threshold, `trigger` ends the input with the item. */
  form: "compact" | "context" | "trigger";
}

interface Item {
  type: string;
  [key: string]: unknown;
}

/**
 * Compaction by OpenAI's server. Its item is encrypted, so survival is not observable. Instructions do not carry over,
 * so the system prompt is sent anew with every request after it.
 */
export function createOpenAiCompact(settings: StrategySettings, options: OpenAiCompact): Strategy {
  return {
    ...{ id: "openai-compact", observable: false },
    idle: (input) => idleRange(wholeRange(input, settings), input, settings),
    async compact(input) {
      const instructions = instructionsOf(input, settings);
      const sent: ChatRequest = {
        system: instructions,
        messages: [...input.messages],
        tools: [],
        parameters: {},
      };
      try {
        return outcomeOf(await ask(input, instructions, options), input, sent, settings);
      } catch (error) {
        return { kind: "failed", reason: reasonOf(error), summarizerRequests: [sent] };
      }
    },
  };
}

function ask(
  { messages, budget }: CompactionInput,
  instructions: string,
  { call, model, form }: OpenAiCompact,
) {
  const input = messages.flatMap(openAiItems);
  switch (form) {
    case "compact":
      return call("compact", { model, instructions, input });
    case "context": {
      const threshold = Number.isFinite(budget) ? { compact_threshold: Math.floor(budget) } : {};
      const management = [{ type: "compaction", ...threshold }];
      return call("create", { model, instructions, input, store: false, context_management: management });
    }
    case "trigger":
      return call("create", {
        model,
        instructions,
        input: [...input, { type: "compaction_trigger" }],
        store: false,
      });
  }
}

function outcomeOf(
  response: unknown,
  input: CompactionInput,
  sent: ChatRequest,
  settings: StrategySettings,
): CompactionOutcome {
  const { output = [] } = (response ?? {}) as { output?: Item[] };
  const failed = (reason: string): CompactionOutcome => ({
    kind: "failed",
    reason,
    summarizerRequests: [sent],
  });
  const items = output.filter(({ type }) => type === "compaction");
  if (items.length === 0) return failed("the server gave no compaction item");
  if (items.length > 1) return failed(`the server gave ${items.length} compaction items`);
  const { encrypted_content: content } = items[0]!;
  if (typeof content !== "string" || content === "") return failed("the server's compaction item is empty");
  const { kept } = wholeRange(input, settings);
  const block: ChatMessage = { role: "user", content: "[The server keeps the earlier conversation.]" };
  return {
    kind: "compacted",
    messages: [block, ...kept],
    summaries: [0],
    summarizerRequests: [sent],
    // Everything before the item is in it; what the server gave beside it is sent back as it came.
    opaque: [...output.slice(output.indexOf(items[0]!)), ...kept.flatMap(openAiItems)],
  };
}
