import { lineAt, quote, quoteAll } from "./quote.ts";
import type { Verdict } from "./types.ts";

/** A text and what to call it in a reason: `the system text`, `layer "rules"`. */
export interface NamedText {
  name: string;
  text: string;
}

/** Passes when the last line that is not blank contains the value: the reader's answers have one passage a line. */
export function lastContains(value: string, output: string): Verdict {
  const last = output.split("\n").findLast((line) => line.trim() !== "");
  if (last === undefined) return { pass: false, reason: "the answer is empty" };
  if (last.includes(value)) return { pass: true, reason: `the last line contains ${quote(value)}` };
  const elsewhere = output.lastIndexOf(value);
  const found = elsewhere === -1 ? "the answer does not" : `only ${lineAt(output, elsewhere)} does`;
  return { pass: false, reason: `the last line, ${quote(last)}, does not contain ${quote(value)}; ${found}` };
}

/** Passes when all values occur and their first occurrences come in the order of the list. */
export function inOrder(values: readonly string[], { name, text }: NamedText): Verdict {
  const found = values.map((value) => ({ value, at: text.indexOf(value) }));
  const missing = found.filter(({ at }) => at === -1).map(({ value }) => value);
  if (missing.length > 0) return { pass: false, reason: `not in ${name}: ${quoteAll(missing)}` };
  for (const [index, { value, at }] of found.entries()) {
    const before = found[index - 1];
    if (before === undefined || at > before.at) continue;
    const reason = `in ${name}, ${quote(value)} (${lineAt(text, at)}) does not come after ${quote(before.value)} (${lineAt(text, before.at)})`;
    return { pass: false, reason };
  }
  const lines = found.map(({ at }) => lineAt(text, at)).join(", ");
  return { pass: true, reason: `in order in ${name}: ${lines}` };
}

/** Passes when the text occurs exactly so many times, counted without overlap. */
export function occurs(wanted: { text: string; count: number }, { name, text }: NamedText): Verdict {
  const offsets: number[] = [];
  const step = wanted.text.length;
  for (let at = text.indexOf(wanted.text); at !== -1; at = text.indexOf(wanted.text, at + step)) {
    offsets.push(at);
  }
  const pass = offsets.length === wanted.count;
  const shown = offsets.slice(0, 10).map((at) => lineAt(text, at));
  const more = offsets.length > shown.length ? ", …" : "";
  const where = shown.length === 0 ? "" : ` (${shown.join(", ")}${more})`;
  const count = offsets.length === 1 ? "once" : `${offsets.length} times`;
  const times = `${quote(wanted.text)} occurs ${count} in ${name}${where}`;
  return { pass, reason: pass ? times : `${times}, not ${wanted.count}` };
}
