import type { Messages } from "@anthropic-ai/sdk/resources/messages";
import { CallError } from "../http/call-error.ts";
import { failureReasons } from "../messages.ts";
import { parseArguments } from "../parse-arguments.ts";
import type { ReadMessage } from "./read-message.ts";

type Event = Messages.RawMessageStreamEvent;

/**
 * Puts a streamed message together. Throws when the stream ends before the message does. What comes after its end is
 * read too, so that the connection can serve the next call, but changes nothing.
 */
export async function collectMessage(events: AsyncIterable<Event>): Promise<ReadMessage> {
  const collected: Collected = { message: undefined, json: new Map(), complete: false };
  try {
    for await (const event of events) if (!collected.complete) add(collected, event);
  } catch (error) {
    if (!collected.complete) throw error;
  }
  if (!collected.complete || collected.message === undefined) {
    throw new CallError(failureReasons.halfStream(), "network");
  }
  return withArguments(collected.message, collected.json);
}

interface Collected {
  message: ReadMessage | undefined;
  /** Arguments of tool calls as far as they have come, by block. */
  json: Map<number, string>;
  complete: boolean;
}

function add(collected: Collected, event: Event): void {
  if (event.type === "message_start") {
    collected.message = { ...event.message, content: [], usage: { ...event.message.usage } };
  }
  const { message, json } = collected;
  if (message === undefined) return;
  if (event.type === "message_stop") collected.complete = true;
  else if (event.type === "message_delta") {
    const { stop_reason, stop_details } = event.delta;
    Object.assign(message, { stop_reason, stop_details: stop_details ?? null });
    // Counts are of the whole message so far; what a delta does not repeat stays.
    const known = Object.entries(event.usage).filter(([, count]) => count !== null);
    Object.assign(message.usage, Object.fromEntries(known));
  } else if (event.type === "content_block_start") {
    message.content[event.index] = { ...event.content_block };
  } else if (event.type === "content_block_delta") {
    const block = message.content[event.index];
    const { delta } = event;
    if (delta.type === "text_delta" && block?.type === "text") block.text += delta.text;
    if (delta.type === "input_json_delta") {
      json.set(event.index, (json.get(event.index) ?? "") + delta.partial_json);
    }
  }
}

function withArguments(message: ReadMessage, json: ReadonlyMap<number, string>): ReadMessage {
  const content = message.content.map((block, index) =>
    block.type === "tool_use" && json.get(index)
      ? { ...block, input: parseArguments(json.get(index)!) }
      : block,
  );
  return { ...message, content };
}
