export { describeUse } from "./hash-uses.ts";
export { traceFinding } from "./messages.ts";
export { traceHash } from "./trace-hash.ts";
export type { Trace } from "./types.ts";
