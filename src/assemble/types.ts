import type { Channel } from "../schema/index.ts";
import type { Tool, World } from "../load/index.ts";
import type { Finding, Sha256 } from "../util/index.ts";

/** One file that was considered for a layer. */
export interface SourceUse {
  /** As the agent sees it: workspace-relative, `~/…`, or absolute. */
  path: string;
  scope: string;
  /** deferred: waits for a file to be read; shadowed: a file before it in the list was there. */
  status: "taken" | "skipped" | "absent" | "shadowed" | "deferred";
  /** Why it was not taken. */
  reason?: string;
  /** SHA-256 of its canonical text. */
  sourceHash?: Sha256;
  /** Size on disk. */
  bytes?: number;
}

/** A layer of the prompt; `start` and `end` are byte offsets into its own channel's text. */
export interface SentLayer {
  id: string;
  /** null for layers whose text is not a versioned file. */
  version: string | null;
  tier: string;
  channel: Channel;
  sourceHash?: Sha256;
  start: number;
  end: number;
  sources: readonly SourceUse[];
}

export interface AssembledLayer extends SentLayer {
  hash: Sha256;
}

/** A layer that is not in this prompt. */
export interface OmittedLayer {
  id: string;
  reason: string;
  sources: readonly SourceUse[];
}

/** The exact bytes of each channel for one combination in one scenario. */
export interface AssembledTexts {
  stack: string;
  variant: string;
  profile: string;
  /** Assembled for. */
  model: string;
  scenario: string;
  /** The system channel. */
  text: string;
  channels: Partial<Record<Exclude<Channel, "system">, { text: string }>>;
  layers: readonly SentLayer[];
  omitted: OmittedLayer[];
  /** Ids of its layers whose text no record may show, nor their own hash. */
  secrets: string[];
  /** Where the agent sees its folders: records show paths without them. */
  roots: World["roots"];
  tools: Tool[];
  diagnostics: Finding[];
}

/** What identifies assembled texts, beside themselves. */
export interface Assembly extends AssembledTexts {
  recipeHash: Sha256;
  /** Of `text`. */
  hash: Sha256;
  /** Of `text` with each secret layer replaced by its id: what records show beside `hash`. */
  maskedHash: Sha256;
  /** Of `text` up to the end of the last cached layer. */
  prefixHash: Sha256;
  toolsHash: Sha256;
  channels: Partial<Record<Exclude<Channel, "system">, { text: string; hash: Sha256 }>>;
  layers: AssembledLayer[];
}
