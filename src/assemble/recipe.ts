import {
  isSelectable,
  type Layer,
  type LayerFile,
  type Profile,
  type Source,
  type Stack,
} from "../load/index.ts";
import { type Sha256, sha256, stableJson } from "../util/index.ts";

const memo = new WeakMap<Stack, Map<string, Sha256>>();

/**
 * Identifies a prompt version whatever the session: stack, variant, profile, [id, version, sourceHash] of every
 * layer file that the profile can select, and the resolved settings. No scenario, session, secret or model enters.
 */
export function recipeHash(stack: Stack, profile: Profile): Sha256 {
  let hashes = memo.get(stack);
  if (hashes === undefined) memo.set(stack, (hashes = new Map()));
  let hash = hashes.get(profile.id);
  if (hash === undefined) hashes.set(profile.id, (hash = sha256(stableJson(recipe(stack, profile)))));
  return hash;
}

function recipe(stack: Stack, profile: Profile): unknown {
  const layers = stack.layers.filter((layer) => isSelectable(layer, profile));
  const files = layers.flatMap((layer) =>
    filesOf(layer, profile).map((file) => [layer.id, file.version, file.sourceHash]),
  );
  const { description: _profile, ...profileSettings } = profile;
  return {
    recipe: 2,
    ...{ stack: stack.id, variant: stack.variant, profile: profile.id, layers: files },
    settings: { stack: stackSettings(stack), profile: profileSettings, layers: layers.map(layerSettings) },
  };
}

// Settings enter by their hashes: profiles share them, and writing them out for each takes longer than all else here.
const digests = new WeakMap<object, Sha256>();

function digestOnce(of: object, value: () => unknown): Sha256 {
  let digest = digests.get(of);
  if (digest === undefined) digests.set(of, (digest = sha256(stableJson(value()))));
  return digest;
}

function stackSettings(stack: Stack): Sha256 {
  const { separator, channelSeparators, end, frame, tiers, inputs, vars, compaction } = stack;
  return digestOnce(stack, () => ({
    ...{ separator, channelSeparators, end, frame, tiers },
    inputs: Object.fromEntries(inputs),
    vars: Object.fromEntries(vars),
    compaction: whatIsSent(compaction),
  }));
}

function layerSettings(layer: Layer): Sha256 {
  return digestOnce(layer, () => settingsOf(layer));
}

/** Hooks and attempts decide whether a conversation is compacted, not what is sent then. */
function whatIsSent(compaction: Stack["compaction"]): unknown {
  if (compaction === null) return null;
  const { hooks: _hooks, maxAttempts: _attempts, ...settings } = compaction;
  return settings;
}

/** Every layer file that may stand in a layer for this profile. */
function filesOf(layer: Layer, profile: Profile): LayerFile[] {
  const of = (source: Source): LayerFile[] => {
    if (source.kind === "parts") return source.parts.flatMap(of);
    const file = source.kind === "file" ? source.files.get(profile.id) : undefined;
    return file === undefined ? [] : [file];
  };
  const fallback = layer.fallback?.get(profile.id);
  return [...of(layer.source), ...(fallback === undefined ? [] : [fallback])];
}

/** A layer's settings without its files, which are listed on their own. */
function settingsOf({ source, tier, fallback, ...rest }: Layer): unknown {
  return { ...rest, tier: tier.id, source: withoutFiles(source), fallback: fallback !== null };
}

function withoutFiles(source: Source): unknown {
  if (source.kind === "parts") return { ...source, parts: source.parts.map(withoutFiles) };
  return source.kind === "file" ? { kind: "file" } : source;
}
