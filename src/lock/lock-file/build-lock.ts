import { assemble, type Assembly } from "../../assemble/index.ts";
import { isSelectable, type Profile, type Prompts, type Stack } from "../../load/index.ts";
import type { Lock, LockedAssembly, LockedProfile, LockedStack, LockedVariant } from "../../schema/index.ts";
import { type Finding, type Sha256, sha256, shortHash, stableJson } from "../../util/index.ts";
import { keyOf, selectableFiles, usedFiles, type UsedFile, withoutTexts } from "./layer-files.ts";

/**
 * The lock of prompts: every layer file, and every combination in its stack's reference scenario — all profiles of
 * the default variant and the first profile of each other one, for the models that are locked. Pure.
 * `findings` are those of the assemblies.
 */
export function buildLock(prompts: Prompts): { lock: Lock; findings: Finding[] } {
  const findings: Finding[] = [];
  const models = [...prompts.models].map(([id, { pinned }]) => [id, { pinned }] as const);
  const stacks = [...prompts.stacks].map(
    ([id, variants]) => [id, lockStack([...variants.values()], prompts, findings)] as const,
  );
  return {
    lock: {
      ...{ strata: 1, lock: 1 },
      models: Object.fromEntries(models),
      stacks: Object.fromEntries(stacks),
    },
    findings,
  };
}

function lockStack(variants: Stack[], prompts: Prompts, findings: Finding[]): LockedStack {
  const used = usedFiles(variants);
  const layers = [...used].map(([key, { file, layers: ids }]) => {
    const { version, sourceHash } = file;
    return [key, { layer: ids.join(", "), version, sourceHash }] as const;
  });
  return {
    reference: variants[0]!.reference,
    layers: Object.fromEntries(layers),
    contracts: lockContracts(variants),
    variants: Object.fromEntries(
      variants.map((stack, i) => {
        const profiles = [...stack.profiles.values()].slice(0, i === 0 ? undefined : 1);
        return [stack.variant, lockVariant(stack, profiles, { used, prompts, findings })];
      }),
    ),
  };
}

/** A variant's contract is listed only where it differs from that of the default. */
function lockContracts(variants: Stack[]): Record<string, Sha256> {
  const hashes: Record<string, Sha256> = {};
  for (const { variant, contracts } of variants) {
    for (const { id, schema, rules } of contracts.values()) {
      const hash = sha256(stableJson({ schema, rules }));
      if (!Object.hasOwn(hashes, id)) hashes[id] = hash;
      else if (hashes[id] !== hash) hashes[`${id}@${variant}`] = hash;
    }
  }
  return hashes;
}

interface Context {
  used: ReadonlyMap<string, UsedFile>;
  prompts: Prompts;
  findings: Finding[];
}

function lockVariant(stack: Stack, profiles: Profile[], context: Context): LockedVariant {
  const { reference, separator, channelSeparators, end, frame, tiers } = stack;
  const settings = {
    ...{ reference, separator, end, frame, tiers, channels: channelSeparators },
    inputs: Object.fromEntries(stack.inputs),
    vars: Object.fromEntries(stack.vars),
    ...Object.fromEntries(
      stack.layers.map(({ tier, ...layer }) => [
        `layers.${layer.id}`,
        withoutTexts({ ...layer, tier: tier.id }),
      ]),
    ),
  };
  return {
    settings: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, digest(value)])),
    profiles: Object.fromEntries(
      profiles.map((profile) => [profile.id, lockProfile(stack, profile, context)]),
    ),
  };
}

function lockProfile(stack: Stack, profile: Profile, { used, prompts, findings }: Context): LockedProfile {
  const scenario = prompts.scenarios.get(stack.reference)!;
  const assemblies = prompts.lockModels.map((id) =>
    assemble({ stack, profile, model: prompts.models.get(id)!, scenario }),
  );
  findings.push(...assemblies.flatMap(({ diagnostics }) => diagnostics));
  const { recipeHash, toolsHash } = assemblies[0]!;
  const { tools: _tools, description: _description, ...settings } = profile;
  const files = selectableFiles(stack, profile.id).map(({ layer, file }) => keyOf(used, file, layer, stack));
  return {
    ...{ recipeHash, toolsHash, settings: digest(settings), files: [...new Set(files)] },
    selects: stack.layers.filter((layer) => isSelectable(layer, profile)).map(({ id }) => id),
    models: Object.fromEntries(assemblies.map((assembly) => [assembly.model, lockAssembly(assembly)])),
  };
}

function lockAssembly({ hash, prefixHash, layers }: Assembly): LockedAssembly {
  return {
    ...{ hash, prefixHash },
    layers: layers.map(
      (layer) => `${layer.id}${layer.version === null ? "" : `@${layer.version}`} ${layer.hash}`,
    ),
  };
}

function digest(value: unknown): string {
  return shortHash(sha256(stableJson(value)));
}

/** The lock as it stands on disk. */
export function formatLock(lock: Lock): string {
  return `${stableJson(lock, 2)}\n`;
}
