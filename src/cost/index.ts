export { addMoney, formatMoney, formatUsd, type Money, noMoney } from "./money.ts";
export { priceOf } from "./price.ts";
export { priceAtMost } from "./price-at-most.ts";
export type { Prices, Usage } from "./types.ts";
export { addUsage, inputTokens, noUsage } from "./usage.ts";
export {
  asStable,
  type CacheRules,
  cacheRules,
  type KnownChanges,
  type PricedLine,
  type PricedPrompt,
  pricedPrompt,
  priceLines,
  priceSession,
  type SessionPrice,
  type SessionShape,
  usualSession,
} from "./session/index.ts";
