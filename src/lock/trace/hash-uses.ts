import type { Lock } from "../../schema/index.ts";
import type { Sha256 } from "../../util/index.ts";
import { combinationsOf, parseLockedLayer } from "../lock-file/combinations.ts";
import type { HashUse } from "./types.ts";

/** Everything in a lock that bears a hash. */
export function hashUses(lock: Lock): HashUse[] {
  const uses: HashUse[] = [];
  for (const [stack, { layers, contracts, variants }] of Object.entries(lock.stacks)) {
    for (const [key, { sourceHash, layer }] of Object.entries(layers))
      uses.push({ hash: sourceHash as Sha256, kind: "layer-file", stack, layer, key });
    for (const [key, hash] of Object.entries(contracts))
      uses.push({ hash: hash as Sha256, kind: "contract", stack, key });
    for (const [variant, { profiles }] of Object.entries(variants)) {
      for (const [profile, { recipeHash, toolsHash }] of Object.entries(profiles)) {
        uses.push({ hash: recipeHash as Sha256, kind: "recipe", stack, variant, profile });
        uses.push({ hash: toolsHash as Sha256, kind: "tools", stack, variant, profile });
      }
    }
  }
  for (const { stack, variant, profile, model, assembly } of combinationsOf(lock).values()) {
    const at = { stack, variant, profile, model };
    uses.push({ hash: assembly.hash as Sha256, kind: "assembly", ...at });
    uses.push({ hash: assembly.prefixHash as Sha256, kind: "prefix", ...at });
    for (const line of assembly.layers) {
      const { id, hash } = parseLockedLayer(line);
      uses.push({ hash: hash as Sha256, kind: "layer", layer: id, ...at });
    }
  }
  return uses;
}

/** The 6 to 64 hex digits of a hash as people write it; undefined for anything else. */
export function parseHash(given: string): string | undefined {
  const hex = given
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, "");
  return /^[0-9a-f]{6,64}$/.test(hex) ? hex : undefined;
}

/** One line for one use: what, of which stack. */
export function describeUse({ kind, stack, variant, profile, model, layer, key }: HashUse): string {
  const combination = `${stack}@${variant}/${profile}`;
  switch (kind) {
    case "recipe":
      return `recipe of ${combination}`;
    case "tools":
      return `list of tools of ${combination}`;
    case "assembly":
      return `system text of ${combination} on ${model}`;
    case "prefix":
      return `cached prefix of ${combination} on ${model}`;
    case "layer":
      return `layer ${layer} of ${combination} on ${model}`;
    case "layer-file":
      return `layer file ${key} of ${stack}/${layer}`;
    case "contract":
      return `output contract ${stack}/${key}`;
  }
}

/** The hashes that share the most leading digits with one, best first, a line each. */
export function nearestHashes(hex: string, uses: readonly HashUse[], count = 3): string[] {
  const byHash = new Map(uses.map((use) => [use.hash, use]));
  const scored = [...byHash.values()].map((use) => ({ use, digits: sharedDigits(hex, use.hash) }));
  const best = scored.filter(({ digits }) => digits > 0).toSorted((a, b) => b.digits - a.digits);
  return best.slice(0, count).map(({ use }) => `${use.hash.slice(0, 19)} (${describeUse(use)})`);
}

function sharedDigits(hex: string, hash: Sha256): number {
  const other = hash.slice("sha256:".length);
  let digits = 0;
  while (digits < hex.length && hex[digits] === other[digits]) digits++;
  return digits;
}
