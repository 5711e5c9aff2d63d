export { exchangeStart, pairSafe, tailStart } from "./cut.ts";
export { createSize, estimateTokens, messageText, transcriptText } from "./message-text.ts";
export { lostResult, pairProblems, repairPairs } from "./pairs.ts";
export { isQuoteHeader, quotedLines, quoteHeader, unlabelled } from "./quote-label.ts";
export { pendingRequest } from "./requests.ts";
export {
  isNearNumber,
  isNegated,
  messageNumbers,
  messageSentences,
  numbers,
  sentences,
  withoutNegation,
  words,
} from "./sentences.ts";
export { claimsApproval, isForgedTag, isInstructionLike } from "./instruction-like.ts";
