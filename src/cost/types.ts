/**
 * Tokens of one call, the same for every vendor: the four parts of the input and output never overlap, whatever the
 * wire says (Anthropic counts cache tokens beside its input, OpenAI inside it).
 */
export interface Usage {
  /** Input that no cache served and that was not written to one. */
  input: number;
  /** Input that was written to the provider's cache. */
  cacheWrite: number;
  /** Input that the provider's cache served. */
  cacheRead: number;
  /** Output, reasoning included. */
  output: number;
  /** The part of the output that was reasoning. */
  reasoning: number;
}

/** US dollars for a million tokens. */
export interface Prices {
  input: number;
  output: number;
  /** For input that is written to a cache; by default as input. */
  cacheWrite?: number;
  /** By default as input. */
  cacheRead?: number;
  /** What a batch costs of the plain price, 0 to 1; by default there is none. */
  batch?: number;
}
