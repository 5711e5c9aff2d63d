export { assemble, assembleTexts, layerTexts } from "./assemble.ts";
export { cachedPrefix } from "./cached-prefix.ts";
export type { Combination } from "./facts.ts";
export { importMentions } from "./find-imports.ts";
export { layerTemplate } from "./layer-template.ts";
export { layerText } from "./layer-text.ts";
export { scanText } from "./security/index.ts";
export { assemblyToJson } from "./to-json.ts";
export { type CountTokens, loadTokenizer } from "./tokens.ts";
export type { AssembledLayer, AssembledTexts, Assembly, SourceUse } from "./types.ts";
export {
  advanceSession,
  checkValues,
  fingerprint,
  runSession,
  type Session,
  type SessionEvent,
  type SessionRecord,
  type SessionStep,
  startSession,
} from "./session/index.ts";
