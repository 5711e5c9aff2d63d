import { createReader, type Passage, splitPassages, tokenize } from "../../model/index.ts";

/** A case proposed from one rule of a prompt file. */
export interface ProposedCase {
  input: string;
  /** A part of the rule that stands nowhere else in the text. */
  value: string;
}

const mostCases = 12;
/** Content words that make a line worth asking for. */
const fewestWords = 4;
const longestValue = 60;

/**
 * Proposes cases from a text's own rules, spread over the text: each asks for a rule in a few of its content words
 * and expects a part of it. Only cases that the embedded model answers with that rule are proposed.
 */
export async function proposeCases(text: string): Promise<ProposedCase[]> {
  const rules = splitPassages(text).filter((passage) => new Set(tokenize(passage.text)).size >= fewestWords);
  const reader = createReader();
  const proposed: ProposedCase[] = [];
  for (const rule of spread(rules)) {
    if (proposed.length === mostCases) break;
    const candidate = caseOf(rule, text);
    if (candidate === undefined || proposed.some(({ input }) => input === candidate.input)) continue;
    const answer = await reader.answer({
      system: text,
      messages: [{ role: "user", content: candidate.input }],
      tools: [],
      parameters: {},
    });
    if (answer.kind === "answer" && answer.text.includes(candidate.value)) proposed.push(candidate);
  }
  return proposed;
}

/** Lines of a short text that a case can look for as they stand, to fill up what its rules give too few of. */
export function proposeTexts(text: string, count: number): string[] {
  const lines = splitPassages(text).map((passage) => passage.text.split("\n")[0]!.trim());
  const distinct = [...new Set(lines)].filter((line) => text.indexOf(line) === text.lastIndexOf(line));
  return distinct.slice(0, Math.max(0, count));
}

/** Every n-th rule first, then those between, so that a long file is not judged by its first page. */
function spread(rules: readonly Passage[]): Passage[] {
  const step = Math.max(1, Math.floor(rules.length / mostCases));
  return Array.from({ length: step }, (_, start) => rules.filter((_, i) => i % step === start)).flat();
}

function caseOf(rule: Passage, text: string): ProposedCase | undefined {
  const value = valueOf(rule.text);
  if (value === undefined || text.indexOf(value) !== text.lastIndexOf(value)) return undefined;
  const words = rule.text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !value.includes(word) && tokenize(word).length > 0);
  const chosen = [...new Set(words)].slice(0, 5);
  const heading = rule.path.at(-1);
  if (chosen.length < 2) return undefined;
  return {
    input: `${heading === undefined ? "" : `${heading}: `}what holds for ${chosen.join(", ")}?`,
    value,
  };
}

/** The part that a paraphrase would keep: code, else a number with its word, else the end of the line. */
function valueOf(text: string): string | undefined {
  const line = text.split("\n")[0]!;
  const code = /`([^`]{3,60})`/.exec(line)?.[1];
  if (code !== undefined) return code;
  const number = /\d[\d.,:]*\s+\p{L}+/u.exec(line)?.[0];
  if (number !== undefined) return number;
  const words = line
    .trim()
    .replace(/[.。]$/, "")
    .split(" ");
  let value = "";
  while (words.length > 1 && value.length + words.at(-1)!.length < longestValue / 2)
    value = `${words.pop()!} ${value}`;
  return value.trim() === "" ? undefined : value.trim();
}
