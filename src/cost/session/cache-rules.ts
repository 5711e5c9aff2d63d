/** How a provider caches what a request begins with. */
export interface CacheRules {
  /**
   * marked: prefixes that end at a mark of the request, and writing one has its price. automatic: every prefix, in steps
   * of a length. none: nothing is cached, or nobody knows.
   */
  kind: "marked" | "automatic" | "none";
  /** Shortest prefix that is cached. Tokens. */
  minimum: number;
  /** For automatic: lengths that are served are `minimum` and whole steps above it. Tokens. */
  step: number;
  /** For marked: the most marks of one request. */
  marks: number;
  /** How long a prefix is kept after its last use. Seconds. */
  lifetime: number;
}

/** Anthropic's documentation of prompt caching: four marks, five minutes from the last use, 1,024 tokens or more. */
const marked: CacheRules = { kind: "marked", minimum: 1024, step: 1, marks: 4, lifetime: 300 };

/** OpenAI's: from 1,024 tokens in steps of 128, cleared after five to ten minutes without use; the shorter is taken. */
const automatic: CacheRules = { kind: "automatic", minimum: 1024, step: 128, marks: 0, lifetime: 300 };

const none: CacheRules = { kind: "none", minimum: 0, step: 1, marks: 0, lifetime: 0 };

const vendors: Record<string, CacheRules> = { anthropic: marked, openai: automatic };

/**
 * The cache rules of a model: its vendor's, by the part of its id before the colon, with its own minimum. With all of
 * them tools stand before the system text, and that before the conversation. Where the vendor's rules are not known
 * here, nothing is taken to be cached.
 */
export function cacheRules({
  id,
  cacheMinimum,
}: {
  id: string;
  cacheMinimum?: number | undefined;
}): CacheRules {
  const provider = id.slice(0, id.indexOf(":"));
  const rules = Object.hasOwn(vendors, provider) ? vendors[provider]! : none;
  return rules.kind === "none" || cacheMinimum === undefined ? rules : { ...rules, minimum: cacheMinimum };
}
