import type { PromptText } from "../types.ts";
import { sentencesOf } from "./prose.ts";
import { wordsOf } from "./words.ts";

/** A sentence that may be a rule. */
export interface Statement {
  text: PromptText;
  line: number;
  sentence: string;
  words: ReadonlySet<string>;
  /** The words in the order of their first use: statements with the same key are the same rule. */
  key: string;
}

/** Shorter sentences repeat by chance. */
const fewestWords = 5;
/** Longer ones are no single rule. */
const mostWords = 120;

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
        : [{ text, line, sentence: sentence.replaceAll(/¤+/g, "…"), words, key: [...words].join(" ") }];
    });
}

function codeOf(line: string): string {
  return (line.match(/`[^`]*`|"[^"]*"|https?:\/\/\S+/g) ?? []).join(" ");
}
