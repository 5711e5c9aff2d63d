import { sha256 } from "../util/index.ts";

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

let loading: Promise<CountTokens> | undefined;

/** Loads the tokenizer, once, when somebody asks; its tables take longer to load than everything else here. */
export function loadTokenizer(): Promise<CountTokens> {
  return (loading ??= load());
}

async function load(): Promise<CountTokens> {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  const memo = new Map<string, number>();
  return (text) => {
    const key = sha256(text);
    let count = memo.get(key);
    // Text such as <|endoftext|> in a prompt is text: no sequence is special.
    if (count === undefined) memo.set(key, (count = encode(text, { disallowedSpecial: new Set() }).length));
    return count;
  };
}
