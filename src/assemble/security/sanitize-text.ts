export interface Sanitized {
  text: string;
  /** Ids of the marks found, each once: critical ones, which were escaped, before those that were only noticed. */
  warnings: string[];
}

const breaks = String.raw`\n\r\v\f\x85\u2028\u2029`;
const lineStart = String.raw`(?<=^|[\v\f\x85])`;
/** White space and what shows nothing, within a line. */
const blank = String.raw`[[\s\p{C}]--[${breaks}]]*`;
const role = (names: string) => new RegExp(`${lineStart}(?=${blank}(?:${names})${blank}[:：])`, "gimv");

const note = "[ESCAPED] ";
const notNoted = String.raw`${lineStart}(?!\[ESCAPED\] )`;

/**
 * Marks that get the whole text escaped, with what takes or comes before their place. Each finds only what is still
 * active, so an escaped text stays as it is. NUL comes first: taking it out may join the halves of another mark.
 */
const critical: [id: string, find: RegExp, put: string][] = [
  ["nul", /\0/g, ""],
  ["system_role", role("system"), note],
  ["ignore_all_previous", new RegExp(`${notNoted}(?=[^${breaks}]*?ignore\\s+all\\s+previous)`, "gimv"), note],
  ["token_start", /(?<!\\)(?=<\|)/g, "\\"],
  ["token_end", /(?<=\|)(?=>)/g, "\\"],
  ["inst_start", /(?<!\\)(?=\[INST\])/gi, "\\"],
  ["inst_end", /(?<!\\)(?=\[\/INST\])/gi, "\\"],
];

const otherRole = role("user|assistant");

const noticed: [id: string, find: RegExp][] = [
  ["other_role", otherRole],
  ["ignore_previous", /\bignore\s+(?:(?:the|my|your)\s+)?previous\b/i],
  ["disregard", /\bdisregard\b/i],
  ["forget_everything", /\bforget\s+everything\b/i],
  ["new_instructions", /\b(?:new|updated)\s+instructions\b/i],
  ["you_are_now", /\byou\s+are\s+now\b/i],
  ["act_as", /\bact\s+as\b/i],
  ["pretend_to_be", /\bpretend\s+to\s+be\b/i],
];

/**
 * Escapes a text that speaks as the system or in a model's own tokens: one critical mark, and every mark in it is
 * escaped. Any other text comes back unchanged. Twice gives what once gives, and nothing critical stays active.
 */
export function sanitizeText(text: string): Sanitized {
  const warnings: string[] = [];
  let result = text;
  for (const [id, find, put] of critical) {
    const before = result;
    result = before.replace(find, put);
    if (result !== before) warnings.push(id);
  }
  const isCritical = warnings.length > 0;
  for (const [id, find] of noticed) if (result.search(find) >= 0) warnings.push(id);
  return { text: isCritical ? result.replace(otherRole, note) : text, warnings };
}
