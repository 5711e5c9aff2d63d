export { escapeClose, removeFences } from "./escape-close.ts";
export { quoteScalar } from "./quote-scalar.ts";
export { sanitizeText } from "./sanitize-text.ts";
export { scanText } from "./scan-text.ts";
