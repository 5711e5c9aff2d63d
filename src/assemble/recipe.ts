import { isSelectable, type Layer, type Profile, type Stack } from "../load/index.ts";
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
  const files = layers.flatMap((layer) => {
    const file = layer.source.kind === "file" ? layer.source.files.get(profile.id) : undefined;
    return file === undefined ? [] : [[layer.id, file.version, file.sourceHash]];
  });
  const { description: _profile, ...profileSettings } = profile;
  return {
    recipe: 1,
    ...{ stack: stack.id, variant: stack.variant, profile: profile.id, layers: files },
    settings: {
      ...{ separator: stack.separator, end: stack.end, tiers: stack.tiers, profile: profileSettings },
      inputs: Object.fromEntries(stack.inputs),
      vars: Object.fromEntries(stack.vars),
      layers: layers.map(settingsOf),
    },
  };
}

function settingsOf({ source, tier, ...rest }: Layer): unknown {
  return { ...rest, tier: tier.id, source: source.kind === "file" ? { kind: "file" } : source };
}
