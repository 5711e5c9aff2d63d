export { escapeClose, removeFences } from "./escape-close.ts";
export { invisibleIds, stripBom } from "./invisible.ts";
export { quoteScalar } from "./quote-scalar.ts";
export { type Sanitized, sanitizeText } from "./sanitize-text.ts";
export { type Scan, scanText, type ScanOptions } from "./scan-text.ts";
export { patternsIn, scanScopes, type ScanScope, type ThreatPattern } from "./threat-patterns.ts";
