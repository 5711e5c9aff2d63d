import type { ChatMessage, ChatRequest } from "../../model/index.ts";
import type { Boundary, Expectations, Wire } from "../types.ts";
import { occurrences, type Report } from "./context.ts";

/** Memory stands on the next request whole, once, in its place, and never went through a summary. */
export function checkMemory(boundary: Boundary, expectations: Expectations, report: Report): void {
  const { before, after, outcome } = boundary;
  const requests = "summarizerRequests" in outcome ? outcome.summarizerRequests : [];
  for (const { id, text, before: old } of expectations.layers) {
    const there = after.assembly.layers.some((layer) => layer.id === id);
    if (text === null) {
      if (there) report("memory-unexpected", id, {});
      continue;
    }
    const [was, is] = [placeOf(before, id), placeOf(after, id)];
    const found = occurrences(is.text, text);
    if (found === 0) report(there ? "memory-changed" : "memory-lost", id, {});
    else if (found > Math.max(1, occurrences(was.text, text))) report("memory-twice", id, {});
    if (old !== null && old !== text && !text.includes(old) && is.text.includes(old)) {
      report("rule-stale", id, {});
    }
    if (isNew(is.others, was.others, text)) report("memory-twice", id, {});
    const whole = old ?? text;
    if (requests.some(({ messages }) => isNew(messages, was.others, whole))) {
      report("memory-summarised", id, {});
    }
  }
  checkOrder(boundary, expectations, report);
  if (!expectations.prefixKept) return;
  const hashes = { before: before.assembly.prefixHash, after: after.assembly.prefixHash };
  if (hashes.before !== hashes.after) report("prefix-changed", "prefix", hashes);
}

/** The text of a request in which a layer must stand, and the messages in which it must not. */
function placeOf({ request, assembly }: Wire, id: string): { text: string; others: ChatRequest["messages"] } {
  const { system, messages } = request;
  const channel = assembly.layers.find((layer) => layer.id === id)?.channel ?? "system";
  if (channel === "system") return { text: system, others: messages };
  const whole = assembly.channels[channel]?.text;
  const own = whole === undefined ? undefined : messages.findLast(({ content }) => content.includes(whole));
  return { text: own?.content ?? "", others: messages.filter((message) => message !== own) };
}

/** Layers of the prompt are all there, one after the other as before. */
function checkOrder({ after }: Boundary, { order, layers }: Expectations, report: Report): void {
  const places = new Map(
    after.assembly.layers.filter(({ channel }) => channel === "system").map(({ id }, i) => [id, i]),
  );
  const memory = new Set(layers.map(({ id }) => id));
  let last = -1;
  for (const id of order) {
    const place = places.get(id);
    if (place === undefined) {
      if (!memory.has(id)) report("layer-lost", id, {});
    } else if (place < last) report("memory-moved", id, {});
    else last = place;
  }
}

/** Whether a text stands in messages and did not stand in those before: nobody in the conversation said it. */
function isNew(messages: ChatRequest["messages"], before: readonly ChatMessage[], text: string): boolean {
  const holds = ({ content }: ChatMessage): boolean => content.includes(text);
  return messages.some(holds) && !before.some(holds);
}
