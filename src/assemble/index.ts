export { assemble } from "./assemble.ts";
export type { Combination } from "./facts.ts";
export { layerText } from "./layer-text.ts";
export { assemblyToJson } from "./to-json.ts";
export { type CountTokens, loadTokenizer } from "./tokens.ts";
export type { AssembledLayer, Assembly, SourceUse } from "./types.ts";
export {
  advanceSession,
  fingerprint,
  runSession,
  type Session,
  type SessionEvent,
  type SessionRecord,
  type SessionStep,
  startSession,
} from "./session/index.ts";
