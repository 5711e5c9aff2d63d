import { createHash } from "node:crypto";
import { countTokens } from "./prompt-cache.ts";
import type { Asked, ServerAnswer, ServerOptions } from "./types.ts";

/** A server's answer with every field filled. */
export interface FullAnswer {
  text: string;
  toolCalls: { id: string; name: string; arguments: string }[];
  stop: "end" | "length" | "refusal" | "filtered" | "tool";
  reasoning: number;
  /** Output tokens, reasoning included. */
  output: number;
}

/** What these servers answer when nothing else is said: it differs with every change of the prompt, and only then. */
function defaultAnswer({ model, system, messages, tools }: Asked): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([model, system, messages, tools]))
    .digest("hex");
  return `I have read ${digest.slice(0, 12)}.`;
}

export function answerOf({ answer = defaultAnswer }: ServerOptions, asked: Asked): FullAnswer {
  const given = answer(asked);
  const {
    text = "",
    toolCalls = [],
    stop,
    reasoning = 0,
  }: ServerAnswer = typeof given === "string" ? { text: given } : given;
  const calls = toolCalls.map((call, i) => ({
    id: call.id ?? `call_${i + 1}`,
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
  }));
  return {
    ...{ text, toolCalls: calls, reasoning },
    stop: stop ?? (calls.length > 0 ? "tool" : "end"),
    output: countTokens(text + calls.map((call) => call.arguments).join("")) + reasoning,
  };
}

/** Cuts a text into the pieces of a stream, also within words. */
export function pieces(text: string): string[] {
  return text === "" ? [] : (text.match(/[\s\S]{1,7}/gu) ?? []);
}

/** One server-sent event. */
export function event(name: string | null, data: unknown): string {
  const head = name === null ? "" : `event: ${name}\n`;
  return `${head}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
