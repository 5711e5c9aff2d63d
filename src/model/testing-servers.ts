/** Loopback servers that speak the vendors' wire formats, for tests and benchmarks. */
export { startAnthropicServer } from "./testing-servers/anthropic-server.ts";
export type { Fault } from "./testing-servers/faults.ts";
export { startOpenaiServer } from "./testing-servers/openai-server.ts";
export type { Asked, LoopbackServer, ServerAnswer, ServerOptions } from "./testing-servers/types.ts";
