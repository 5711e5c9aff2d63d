const letter = /[\p{L}\p{M}\p{N}]/u;

/**
 * Where a value stands in a text as a whole: 48213 is not in 148213, 48213.5 or order48213. -1 where it does not; with
 * `last`, the last place.
 */
export function findWhole(text: string, value: string, last = false): number {
  if (value === "") return -1;
  const next = (from: number) => (last ? text.lastIndexOf(value, from) : text.indexOf(value, from));
  let at = next(last ? text.length : 0);
  while (at !== -1) {
    if (isWhole(text, at, at + value.length)) return at;
    if (last && at === 0) return -1;
    at = next(last ? at - 1 : at + 1);
  }
  return -1;
}

function isWhole(text: string, start: number, end: number): boolean {
  const [before, first] = [charBefore(text, start), charAt(text, start)];
  const [final, after] = [charBefore(text, end), charAt(text, end)];
  if (letter.test(first) && letter.test(before)) return false;
  if (letter.test(final) && letter.test(after)) return false;
  // A decimal goes on behind its point, and began before it.
  if (/\d/.test(final) && /^[.,]\d/.test(text.slice(end, end + 2))) return false;
  return !(/\d/.test(first) && /\d[.,]$/.test(text.slice(Math.max(0, start - 2), start)));
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function charBefore(text: string, at: number): string {
  if (at === 0) return "";
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? charAt(text, at - 2) : text[at - 1]!;
}

const around = 30;

/** What was found, with a little around it, on one line. */
export function spanAt(text: string, at: number, length: number): string {
  const start = Math.max(0, at - around);
  const end = Math.min(text.length, at + length + around);
  const cut = text.slice(start, end).toWellFormed().replaceAll(/\s+/gu, " ").trim();
  return `${start > 0 ? "…" : ""}${cut}${end < text.length ? "…" : ""}`;
}
