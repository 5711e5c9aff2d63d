import type { PromptText } from "../types.ts";
import { sentencesOf } from "./prose.ts";
import { wordsOf } from "./words.ts";

/** A sentence that may be a rule. */
export interface Statement {
  text: PromptText;
  line: number;
  sentence: string;
  words: ReadonlySet<string>;
}

/** Shorter sentences repeat by chance. */
const fewestWords = 5;
/** Longer ones are no single rule. */
const mostWords = 120;
/** The share of words, of both together, that makes two sentences near duplicates. */
const near = 0.8;
/** So common a word tells nothing; looking behind it would take time that grows with the square of the text. */
const longestPosting = 64;
const mostCandidates = 64;

const memo = new WeakMap<PromptText, Statement[]>();

/** The sentences of a text that are long enough to be a rule. */
export function statementsOf(text: PromptText): Statement[] {
  let statements = memo.get(text);
  if (statements === undefined) memo.set(text, (statements = read(text)));
  return statements;
}

function read(text: PromptText): Statement[] {
  if (text.role === "settings") return [];
  const source = text.text.split("\n");
  return text.prose.blocks
    .filter(({ kind }) => kind === "item" || kind === "paragraph")
    .flatMap((block) => sentencesOf(block))
    .flatMap(({ line, text: sentence }) => {
      // Code that differs makes another rule, and code is masked: such a sentence is compared as it is written.
      const whole = sentence.includes("¤")
        ? `${sentence} ${codeOf(source[line - text.firstLine] ?? "")}`
        : sentence;
      const words = new Set(wordsOf(whole));
      // A label before a command is no rule.
      if (whole !== sentence && wordsOf(sentence).length < fewestWords - 1) return [];
      return words.size < fewestWords || words.size > mostWords
        ? []
        : [{ text, line, sentence: sentence.replaceAll(/¤+/g, "…"), words }];
    });
}

function codeOf(line: string): string {
  return (line.match(/`[^`]*`|"[^"]*"|https?:\/\/\S+/g) ?? []).join(" ");
}

/** Pairs of statements that are equal or nearly so, each with the earlier ones it repeats; 100 means equal words. */
export function pairUp(
  statements: readonly Statement[],
): { first: Statement; second: Statement; percent: number }[] {
  const pairs: { first: Statement; second: Statement; percent: number }[] = [];
  const equal = new Map<string, Statement>();
  const counts = new Map<string, number>();
  for (const { words } of statements) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const postings = new Map<string, Statement[]>();
  const told = new Set<string>();
  for (const statement of statements) {
    const key = [...statement.words].join(" ");
    const same = equal.get(key);
    if (same !== undefined) {
      // A sentence that one file repeats all over is told of once.
      const again = `${key} ${statement.text.file}`;
      if (!told.has(again)) pairs.push({ first: same, second: statement, percent: 100 });
      told.add(again);
      continue;
    }
    equal.set(key, statement);
    const rare = rarest(statement, counts);
    const best = nearest(statement, rare, postings);
    if (best !== undefined) pairs.push({ second: statement, ...best });
    for (const word of rare) {
      const posting = postings.get(word);
      if (posting === undefined) postings.set(word, [statement]);
      else if (posting.length < longestPosting) posting.push(statement);
    }
  }
  return pairs;
}

/** Two sets this alike share at least one of their rarest words, so only these need to be looked up. */
function rarest({ words }: Statement, counts: ReadonlyMap<string, number>): string[] {
  const keep = words.size - Math.ceil(near * words.size) + 1;
  return [...words]
    .map((word) => ({ word, count: counts.get(word)! }))
    .toSorted((a, b) => a.count - b.count || (a.word < b.word ? -1 : 1))
    .slice(0, keep)
    .map(({ word }) => word);
}

function nearest(
  statement: Statement,
  rare: readonly string[],
  postings: ReadonlyMap<string, Statement[]>,
): { first: Statement; percent: number } | undefined {
  let best: { first: Statement; percent: number } | undefined;
  const seen = new Set<Statement>();
  for (const word of rare) {
    for (const other of postings.get(word) ?? []) {
      if (seen.has(other)) continue;
      if (seen.size === mostCandidates) return best;
      seen.add(other);
      const share = overlap(statement.words, other.words);
      if (share < near) continue;
      // Equal sets in another order are still not the same sentence.
      const percent = Math.min(99, Math.round(share * 100));
      if (best === undefined || percent > best.percent) best = { first: other, percent };
    }
  }
  return best;
}

/** Jaccard index, 0..1; 0 also where the sizes alone forbid that the two are near. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (Math.min(a.size, b.size) < near * Math.max(a.size, b.size)) return 0;
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / (a.size + b.size - both);
}
