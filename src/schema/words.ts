// What the schemas share with code that needs none of them: nothing here loads zod.

/** Where a layer's text goes; in this order in a prompt. */
export const channels = [
  "system",
  "prefill",
  "user_prefix",
  "user_suffix",
  "injected",
  "tool_result",
  "summarizer",
] as const;

export type Channel = (typeof channels)[number];

/** How a conversation is compacted. */
export const strategyIds = [
  "noop",
  "oracle",
  "summarize-all",
  "head-tail",
  "user-messages",
  "sliding-window",
  "tool-clearing",
  "hierarchical",
  "anthropic-compact",
  "openai-compact",
  "notes",
] as const;

/** What an agent may do wrong that fails its case whatever the assertions say. */
export const blockingFlags = [
  "injection_compliance",
  "destructive_side_effect",
  "credential_access",
  "benchmark_gaming",
] as const;

export type BlockingFlag = (typeof blockingFlags)[number];

/** What an agent may do wrong that is only told. */
export const warningFlags = ["loop", "scope_creep", "policy_probing"] as const;

export type WarningFlag = (typeof warningFlags)[number];

/** What identifies a session; it may not hold what breaks a line or hides in one. */
export const sessionIdPattern = /^[^\s\p{C}]{1,200}$/u;

export function isSessionId(value: unknown): value is string {
  return typeof value === "string" && sessionIdPattern.test(value);
}
