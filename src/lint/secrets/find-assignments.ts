import { isDocumented } from "./documented.ts";

/** A name that promises a secret, and what is given to it. */
const assignment =
  /(?<![A-Za-z0-9])((?:[A-Za-z0-9]{1,30}[_-]){0,4}(?:api[_-]?key|apikey|secret(?:[_-]?key)?|access[_-]?key|private[_-]?key|auth[_-]?token|token|passw(?:or)?d|passphrase|client[_-]?secret))["'`*]{0,3}\s{0,3}(?:=>|:=|[:=])\s{0,3}["'`]{0,3}([A-Za-z0-9][A-Za-z0-9+/_=.~-]{19,200})/gi;

/** Bits per character below which a value is a word, a path or a pattern. */
const leastEntropy = 3.5;

/** Assignments of long random values to names that promise a secret; lines count from 1. */
export function findAssignments(text: string): { line: number; name: string }[] {
  const found: { line: number; name: string }[] = [];
  // Most texts have none, which one look at the whole tells.
  if (text.search(assignment) < 0) return found;
  for (const [i, line] of text.split("\n").entries()) {
    for (const [, name, value] of line.matchAll(assignment)) {
      if (isRandom(value!) && !isDocumented(value!)) found.push({ line: i + 1, name: name! });
    }
  }
  return found;
}

function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  // Paths and dotted or dashed names are made of words.
  if (/^[\w.-]*(?:\/[\w.-]+){2,}$/.test(value) || /^(?:[a-z]+[-_.])+[a-z]+\d{0,3}$/i.test(value))
    return false;
  return entropyOf(value) >= leastEntropy;
}

/** Shannon entropy in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total);
  return bits;
}
