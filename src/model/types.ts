/** One message of a conversation, as a provider would get it. */
export interface ChatMessage {
  role: "user" | "assistant";
  content: string;
}

export interface ToolDefinition {
  name: string;
  description?: string;
}

/** Exactly what an answering model gets. `system` is the assembly's system channel, byte for byte. */
export interface ChatRequest {
  system: string;
  messages: ChatMessage[];
  tools: ToolDefinition[];
  parameters: Record<string, string | number | boolean>;
}

/** What came back. `unmeasured` is for everything that is not the model's own answer: no key, no network, a limit. */
export type ChatOutcome = { kind: "answer"; text: string } | { kind: "unmeasured"; reason: string };

/** The model that answers; every provider is one of these. */
export interface ChatModel {
  /** `provider:model`. */
  id: string;
  answer(request: ChatRequest): Promise<ChatOutcome>;
}
