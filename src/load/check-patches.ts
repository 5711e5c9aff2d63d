import { type Finding, nearest } from "../util/index.ts";
import { loadFinding } from "./messages.ts";
import type { YamlFile } from "./yaml.ts";

type Plain = Record<string, unknown>;

/**
 * Names in a variant's patch that the file does not have. A layer, tier or profile may be new, but not one that is
 * only half described or whose name is close to a known one: that is a typing error.
 */
export function checkPatches(yaml: YamlFile, variant: string): Finding[] {
  const base = yaml.value as Plain;
  const set = ((base["variants"] ?? {}) as Record<string, { set?: Plain }>)[variant]?.set ?? {};
  const known = {
    layers: idsOf(base["layers"]),
    tiers: idsOf(base["tiers"]),
    profiles: Object.keys((base["profiles"] ?? {}) as Plain),
  };
  const kinds = { layers: "unknown-layer", tiers: "unknown-tier", profiles: "unknown-profile" } as const;
  const complete = { layers: "source", tiers: "promise", profiles: "tools" };
  return (["layers", "tiers", "profiles"] as const).flatMap((list) =>
    Object.entries((set[list] ?? {}) as Plain).flatMap(([name, patch]) => {
      if (known[list].includes(name)) return [];
      const near = nearest(name, known[list]);
      const isNew = typeof patch === "object" && patch !== null && Object.hasOwn(patch, complete[list]);
      if (isNew && near === undefined) return [];
      const place = { file: yaml.file, line: yaml.lineAt(["variants", variant, "set", list, name]) };
      return [loadFinding(kinds[list], { name, near }, place)];
    }),
  );
}

function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map((item: Plain) => String(item["id"])) : [];
}
