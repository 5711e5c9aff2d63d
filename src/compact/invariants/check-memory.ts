import type { ChatMessage, ChatRequest } from "../../model/index.ts";
import type { Boundary, Expectations } from "../types.ts";
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
    const found = occurrences(after.request.system, text);
    if (found === 0) report(there ? "memory-changed" : "memory-lost", id, {});
    else if (found > Math.max(1, occurrences(before.request.system, text))) report("memory-twice", id, {});
    if (old !== null && old !== text && !text.includes(old) && after.request.system.includes(old)) {
      report("rule-stale", id, {});
    }
    if (isNew(after.request.messages, before.request.messages, text)) report("memory-twice", id, {});
    const whole = old ?? text;
    if (requests.some(({ messages }) => isNew(messages, before.request.messages, whole))) {
      report("memory-summarised", id, {});
    }
  }
  checkOrder(boundary, expectations, report);
  if (!expectations.prefixKept) return;
  const hashes = { before: before.assembly.prefixHash, after: after.assembly.prefixHash };
  if (hashes.before !== hashes.after) report("prefix-changed", "prefix", hashes);
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
