import type { Step } from "../load/index.ts";
import { sha256 } from "../util/index.ts";

type Wrap = Extract<Step, { kind: "wrap" }>;

/** Puts a text between delimiters. A fence is made from the text's own hash, so the text cannot close it. */
export function applyWrap(text: string, wrap: Wrap): string {
  if (wrap.skipBlank && text.trim() === "") return text;
  const inner = wrap.fence === undefined ? text : applyFence(text, wrap.fence);
  return `${wrap.prefix ?? ""}${inner}${wrap.suffix ?? ""}`;
}

function applyFence(text: string, fence: NonNullable<Wrap["fence"]>): string {
  const tag = fence.prefix + sha256(text).slice("sha256:".length, "sha256:".length + fence.digits);
  const starts = [...fence.escape, tag];
  const lines = text.split("\n").map((line) => (starts.some((start) => line.startsWith(start)) ? `\\${line}` : line));
  const body = lines.join("\n");
  return `${tag}\n${body}${body.endsWith("\n") ? "" : "\n"}${tag}`;
}
