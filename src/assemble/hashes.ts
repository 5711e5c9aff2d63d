import type { Profile, Stack } from "../load/index.ts";
import { type Sha256, sha256, stableJson } from "../util/index.ts";
import type { Assembly } from "./types.ts";

/** A channel's text while its layers are joined. */
export interface ChannelText {
  text: string;
  /** With each secret layer replaced by its id. */
  masked: string;
  bytes: number;
  /** The text up to the end of the last cached layer. */
  prefix: string;
}

/** Texts that are equal are hashed once: without secrets and uncached tiers, all three are one. */
export function systemHashes(
  text: string,
  channel: ChannelText | undefined,
  { end }: Stack,
): Pick<Assembly, "hash" | "maskedHash" | "prefixHash"> {
  const hash = sha256(text);
  const hashOf = (other: string) => (other === text ? hash : sha256(other));
  const masked = channel === undefined ? "" : channel.masked + end;
  return { hash, maskedHash: hashOf(masked), prefixHash: hashOf(channel?.prefix ?? "") };
}

/** How many texts are kept with their hash. */
const mostHashes = 1000;
const hashes = new Map<string, Sha256>();

/** The hash of a layer's text: most combinations have the very same texts. */
export function textHash(text: string): Sha256 {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  if (hashes.size >= mostHashes) hashes.clear();
  const hash = sha256(text);
  hashes.set(text, hash);
  return hash;
}

const toolsHashes = new WeakMap<Profile, Sha256>();

export function toolsHash(profile: Profile): Sha256 {
  let hash = toolsHashes.get(profile);
  if (hash === undefined) toolsHashes.set(profile, (hash = sha256(stableJson(profile.tools))));
  return hash;
}
