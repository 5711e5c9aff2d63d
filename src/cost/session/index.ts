export { type CacheRules, cacheRules } from "./cache-rules.ts";
export { type PricedLine, priceLines } from "./price-lines.ts";
export { type KnownChanges, pricedPrompt } from "./price-prompt.ts";
export { asStable, priceSession, type SessionPrice } from "./price-session.ts";
export { type PricedPrompt, type Segment, type SessionShape, usualSession } from "./types.ts";
