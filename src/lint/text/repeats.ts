import type { PromptText } from "../types.ts";
import { type Statement, statementsOf } from "./statements.ts";

/** Two statements of one prompt that are equal or nearly so; 100 percent means equal words in the same order. */
export interface Repeat {
  first: Statement;
  second: Statement;
  percent: number;
}

interface Neighbour {
  statement: Statement;
  percent: number;
}

/** The share of words, of both together, that makes two sentences near duplicates. */
const near = 0.8;
/** So common a word tells nothing; looking behind it would take time that grows with the square of the text. */
const longestPosting = 64;
const mostCandidates = 64;

/** Finds repeated statements; two statements are compared once, in however many prompts they stand together. */
export class Repeats {
  readonly #known = new Set<PromptText>();
  /** Statements by each of their words. */
  readonly #postings = new Map<string, Statement[]>();
  readonly #neighbours = new Map<Statement, Neighbour[]>();

  /** Each statement that repeats an earlier one of these texts, with the one it is most like, and of those the first. */
  among(texts: readonly PromptText[]): Repeat[] {
    const repeats: Repeat[] = [];
    const equal = new Map<string, Statement>();
    const places = new Map<Statement, number>();
    const told = new Set<string>();
    for (const statement of texts.flatMap((text) => this.#add(text))) {
      const { key, text } = statement;
      const same = equal.get(key);
      if (same !== undefined) {
        // A sentence that one file repeats all over is told of once.
        const again = `${key} ${text.file}`;
        if (!told.has(again)) repeats.push({ first: same, second: statement, percent: 100 });
        told.add(again);
        continue;
      }
      equal.set(key, statement);
      const first = nearestOf(this.#neighbours.get(statement) ?? [], places);
      if (first !== undefined)
        repeats.push({ first: first.statement, second: statement, percent: first.percent });
      places.set(statement, places.size);
    }
    return repeats;
  }

  #add(text: PromptText): Statement[] {
    const statements = statementsOf(text);
    if (this.#known.has(text)) return statements;
    this.#known.add(text);
    for (const statement of statements) {
      for (const { statement: other, percent } of this.#near(statement)) {
        this.#connect(statement, other, percent);
        this.#connect(other, statement, percent);
      }
      for (const word of statement.words) {
        const posting = this.#postings.get(word);
        if (posting === undefined) this.#postings.set(word, [statement]);
        else if (posting.length < longestPosting) posting.push(statement);
      }
    }
    return statements;
  }

  #connect(from: Statement, to: Statement, percent: number): void {
    const known = this.#neighbours.get(from);
    if (known === undefined) this.#neighbours.set(from, [{ statement: to, percent }]);
    else known.push({ statement: to, percent });
  }

  /** Statements of the texts so far that hardly differ from one. */
  #near({ words, key }: Statement): Neighbour[] {
    const found: Neighbour[] = [];
    const seen = new Set<Statement>();
    for (const posting of this.#rarest(words)) {
      for (const statement of posting) {
        if (seen.has(statement) || statement.key === key) continue;
        if (seen.size === mostCandidates) return found;
        seen.add(statement);
        const share = overlap(words, statement.words);
        // Equal sets in another order are still not the same sentence.
        if (share >= near) found.push({ statement, percent: Math.min(99, Math.round(share * 100)) });
      }
    }
    return found;
  }

  /**
   * Statements that hold one of the words that are rarest so far. Two sets this alike cannot differ in as many words as
   * are looked up, so one of these is in both.
   */
  #rarest(words: ReadonlySet<string>): readonly (readonly Statement[])[] {
    const least = words.size - Math.ceil(near * words.size) + 1;
    const postings = [...words].map((word) => this.#postings.get(word) ?? []);
    return postings.sort((a, b) => a.length - b.length).slice(0, least);
  }
}

/** The neighbour with the most words in common that has a place, and of equals the one with the first. */
function nearestOf(
  neighbours: readonly Neighbour[],
  places: ReadonlyMap<Statement, number>,
): Neighbour | undefined {
  let best: Neighbour | undefined;
  for (const one of neighbours) {
    const place = places.get(one.statement);
    if (place === undefined) continue;
    const isFirst = best?.percent === one.percent && place < places.get(best.statement)!;
    if (best === undefined || one.percent > best.percent || isFirst) best = one;
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
