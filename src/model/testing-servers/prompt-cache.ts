import { hash } from "node:crypto";
import type { ServerOptions } from "./types.ts";

/** Tokens of a text, the way these servers count: four characters each. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export interface CacheUse {
  /** Tokens of the whole prompt. */
  total: number;
  read: number;
  written: number;
}

/** One piece of a prompt, in the order of the request. */
export interface Block {
  text: string;
  /** Whether a cached prefix ends here. */
  marked: boolean;
}

/** How far back from a mark Anthropic looks for a prefix that is cached already. Blocks. */
const lookBack = 20;

interface Entry {
  /** From when it can be read. */
  from: number;
  until: number;
}

type Store = Map<string, Entry>;

const fiveMinutes = 5 * 60_000;

/** A prompt cache by Anthropic's rules: prefixes that end at marks, exact, at least `cacheMinimum` long. */
export function markedCache({ cacheMinimum = 1024, cacheLifetime = fiveMinutes }: ServerOptions) {
  const store: Store = new Map();
  return (blocks: readonly Block[], model: string, now: number, begins: number): CacheUse => {
    let digest = model;
    let tokens = 0;
    const prefixes = blocks.map(({ text, marked }) => {
      digest = hash("sha256", JSON.stringify([digest, text]), "hex");
      tokens += countTokens(text);
      return { digest, tokens, marked };
    });
    const marks = prefixes.flatMap(({ marked, tokens: size }, i) =>
      marked && size >= cacheMinimum ? [i] : [],
    );
    let read = 0;
    for (const mark of marks) {
      for (const prefix of prefixes.slice(Math.max(0, mark - lookBack), mark + 1)) {
        if (prefix.tokens > read && isLive(store, prefix.digest, now)) read = prefix.tokens;
      }
    }
    for (const mark of marks) keep(store, prefixes[mark]!.digest, now, begins, cacheLifetime);
    const last = marks.at(-1);
    const written = last === undefined ? 0 : Math.max(0, prefixes[last]!.tokens - read);
    return { total: tokens, read, written };
  };
}

/** Tokens; OpenAI caches in steps of this length. */
const step = 128;

/** A prompt cache by OpenAI's rules: every prefix from 1,024 tokens on in steps of 128, by itself, per cache key. */
export function automaticCache({ cacheMinimum = 1024, cacheLifetime = fiveMinutes }: ServerOptions) {
  const store: Store = new Map();
  return (prompt: string, key: string, now: number, begins: number): CacheUse => {
    let digest = key;
    let read = 0;
    const found: string[] = [];
    for (let end = step; end * 4 <= prompt.length; end += step) {
      digest = hash("sha256", digest + prompt.slice((end - step) * 4, end * 4), "hex");
      if (end < cacheMinimum) continue;
      if (isLive(store, digest, now)) read = end;
      found.push(digest);
    }
    for (const prefix of found) keep(store, prefix, now, begins, cacheLifetime);
    return { total: countTokens(prompt), read, written: 0 };
  };
}

function isLive(store: Store, digest: string, now: number): boolean {
  const entry = store.get(digest);
  return entry !== undefined && entry.from <= now && entry.until > now;
}

/** A use prolongs an entry. One that is still to begin keeps its earlier beginning. */
function keep(store: Store, digest: string, now: number, begins: number, lifetime: number): void {
  const entry = store.get(digest);
  const from = entry === undefined || entry.until <= now ? begins : Math.min(entry.from, begins);
  store.set(digest, { from, until: begins + lifetime });
}
