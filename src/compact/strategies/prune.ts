import type { ChatMessage } from "../../model/index.ts";
import type { StrategySettings } from "./summarize.ts";

/** A tool result with the mark in its place, where it is longer than the stack lets it be; the message itself elsewhere. */
export function pruned(message: ChatMessage, { prune }: StrategySettings): ChatMessage {
  if (prune === undefined || message.role !== "tool") return message;
  const { length } = message.content;
  const content = prune.marker.replaceAll("{{chars}}", String(length));
  return length > prune.chars && content.length < length ? { ...message, content } : message;
}
