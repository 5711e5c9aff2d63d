import type { ChatMessage } from "../../model/index.ts";
import { stableJson } from "../../util/index.ts";

/** A message's text with its tool calls, as a person would read it. */
export function messageText(message: ChatMessage): string {
  if (message.role !== "assistant" || (message.toolCalls ?? []).length === 0) return message.content;
  const calls = message.toolCalls!.map(({ name, arguments: given }) => `${name}(${argumentText(given)})`);
  return [message.content, ...calls].filter((part) => part !== "").join("\n");
}

function argumentText(given: unknown): string {
  return typeof given === "string" ? given : stableJson(given ?? {});
}

/** Counts a message's tokens, each message once. Four tokens stand for its role and marks. */
export function createSize(count: (text: string) => number): (message: ChatMessage) => number {
  const sizes = new WeakMap<ChatMessage, number>();
  return (message) => {
    let size = sizes.get(message);
    if (size === undefined) sizes.set(message, (size = count(messageText(message)) + 4));
    return size;
  };
}

/** An estimate without a tokenizer: a token for every four UTF-16 units. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

const lines = new WeakMap<ChatMessage, string>();

/** The conversation as JSON Lines: the bytes that are archived. */
export function transcriptText(messages: readonly ChatMessage[]): string {
  return messages.map(transcriptLine).join("");
}

function transcriptLine(message: ChatMessage): string {
  let line = lines.get(message);
  if (line === undefined) lines.set(message, (line = `${stableJson(message)}\n`));
  return line;
}
