import type { Written } from "../../load/index.ts";
import type { Finding, Sha256 } from "../../util/index.ts";
import type { Assembly } from "../types.ts";

/** What happens in a session. Paths are absolute, as the agent sees them, or relative to the workspace root. */
export type SessionEvent =
  /** The user speaks: layers with `read: turn` are looked at. `values` hold for this turn alone: recall, overlays, notices. */
  | { type: "turn"; values?: Record<string, unknown> }
  /** The agent reads a file. Outside the workspace that changes nothing. */
  | { type: "read"; path: string }
  /** Anybody writes, removes or links a file: memory, instructions, a skill. */
  | { type: "write"; path: string; content: Written }
  /** Somebody edits the configuration. */
  | { type: "configure"; values: Record<string, unknown> }
  | { type: "compaction" }
  /** Another process goes on with the stored prompt. */
  | { type: "resume" }
  /** A new session in the same world. */
  | { type: "new" };

/** What a session records of an event. */
export type SessionRecord =
  | {
      type: "started" | "rebuilt" | "restored";
      /** `provider:model`. */
      model: string;
      recipeHash: Sha256;
      hash: Sha256;
      prefixHash: Sha256;
      /** Versions of the layer files in the prompt, in its order. */
      versions: { layer: string; version: string }[];
      /** The workspace's commit, where the scenario says it. */
      commit: string | null;
    }
  /** A watched layer's files changed; priority 1 is the first in the prompt. */
  | {
      type: "reloaded";
      layer: string;
      fingerprint: Sha256;
      sources: { scope: string; path: string; priority: number }[];
    }
  /** They changed into something that cannot be used: what was known before holds on. */
  | { type: "reload-ignored"; layer: string; reason: string }
  /** They changed, and the message would be too long to send. */
  | { type: "reload-dropped"; layer: string; characters: number; max: number }
  /** A compaction left less of an injected message than there was: what it told is no longer fully visible. */
  | { type: "injected-shrunk"; characters: number; max: number }
  /** A layer that is read every turn changed inside the cached prefix. */
  | { type: "prefix-changed"; layer: string };

/** What the model sees after an event, and what was recorded of it. */
export interface SessionStep {
  event: SessionEvent | { type: "start" };
  /** The request's prompt: the stored one, and what holds for this turn alone. */
  assembly: Assembly;
  /** The prompt that another process would go on with: the layers of the tiers that promise more than a turn. */
  stored: string;
  /** Messages injected into the conversation so far, in order. */
  injected: readonly string[];
  /** What is appended to the result of this read; null when nothing is. */
  toolResult: string | null;
  /** Layers whose files differ from those at the event before, in prompt order. */
  changed: readonly string[];
  records: readonly SessionRecord[];
  diagnostics: readonly Finding[];
}
