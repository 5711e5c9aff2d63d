import { fillPlaceholders, type Step } from "../load/index.ts";
import { sha256 } from "../util/index.ts";
import { escapeClose, removeFences } from "./security/index.ts";

type Wrap = Extract<Step, { kind: "wrap" }>;

/** What hides a delimiter from a reader that looks for its literal text. */
const zeroWidthSpace = "\u200b";

/** Puts a text between delimiters. A fence is made from the text's own hash, so the text cannot close it. */
export function applyWrap(text: string, wrap: Wrap): string {
  if (wrap.skipBlank && text.trim() === "") return text;
  const inner = wrap.fence === undefined ? withoutDelimiters(text, wrap) : applyFence(text, wrap.fence);
  return `${noticeOf(wrap)}${wrap.prefix ?? ""}${inner}${wrap.suffix ?? ""}`;
}

/** The notice before a wrap, with its label and a line end; nothing where there is none. */
export function noticeOf({ notice, label }: Wrap): string {
  if (notice === undefined) return "";
  return `${fillPlaceholders(notice.text.trim(), (name) => (name === "label" ? label : undefined))}\n`;
}

function withoutDelimiters(text: string, { inside, prefix, suffix }: Wrap): string {
  if (inside === "keep") return text;
  const delimiters = [prefix, suffix]
    .map((delimiter) => delimiter?.trim() ?? "")
    .filter((delimiter) => delimiter !== "");
  if (inside === "remove") return removeFences(text, delimiters);
  return delimiters.reduce((body, delimiter) => escapeClose(body, delimiter, zeroWidthSpace), text);
}

function applyFence(text: string, fence: NonNullable<Wrap["fence"]>): string {
  const tag = fence.prefix + sha256(text).slice("sha256:".length, "sha256:".length + fence.digits);
  const starts = [...fence.escape, tag];
  const lines = text.split("\n").map((line) => {
    // An indented heading is a heading, too.
    const inside = line.trimStart();
    if (!starts.some((start) => inside.startsWith(start))) return line;
    return `${line.slice(0, line.length - inside.length)}\\${inside}`;
  });
  const body = lines.join("\n");
  return `${tag}\n${body}${body.endsWith("\n") ? "" : "\n"}${tag}`;
}
