export {
  type AssembledSession,
  assembleSession,
  type SessionOptions,
  type SessionPrompt,
} from "./assemble-session.ts";
export { type LiveWorld } from "./live-scenario.ts";
