import { mergePatch } from "./merge-patch.ts";
import type { Path } from "./yaml.ts";

type Plain = Record<string, unknown>;

/** A variant's stack as if it had been written out, and where each of its places was really written. */
export interface WrittenVariant {
  value: unknown;
  /** From a path in `value` to the paths in the file where it may stand, best first. */
  origins(path: Path): Path[];
}

/**
 * Applies a variant's merge patch to a parsed stack.yaml. Layers and tiers are lists in the file and
 * addressed by id in the patch: a known id is patched, null removes it, a new id is added at the end.
 */
export function writeVariant(base: Plain, variant: string): WrittenVariant {
  if (variant === "default") return { value: base, origins: (path) => [path] };
  const { order, set } = (base["variants"] as Record<string, { order?: string[]; set?: Plain }>)[variant]!;
  const { layers, tiers, ...rest } = set ?? {};
  const value = mergePatch(base, rest) as Plain;
  value["layers"] = orderById(patchList(base["layers"], layers), order);
  value["tiers"] = patchList(base["tiers"], tiers);
  return {
    value,
    origins: (path) => [["variants", variant, "set", ...byId(value, path)], inBase(base, value, path)],
  };
}

function patchList(list: unknown, patch: unknown): Plain[] {
  const items = Array.isArray(list) ? (list as Plain[]) : [];
  const changes = new Map(Object.entries((patch ?? {}) as Plain));
  const patched = items.flatMap((item) => {
    const id = String(item["id"]);
    if (!changes.has(id)) return [item];
    const change = changes.get(id);
    changes.delete(id);
    return change === null ? [] : [mergePatch(item, change) as Plain];
  });
  const added = [...changes].map(([id, change]) => ({ id, ...(change as Plain) }));
  return [...patched, ...added];
}

/** Layers named in the order come first, in that order; ids it does not know are found later, by id. */
function orderById(items: Plain[], order: string[] | undefined): Plain[] {
  if (order === undefined) return items;
  const rank = (item: Plain): number => {
    const at = order.indexOf(String(item["id"]));
    return at < 0 ? order.length : at;
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** `layers[3].source` becomes `layers.memory.source`, as a patch addresses it. */
function byId(value: Plain, path: Path): Path {
  const [list, index, ...rest] = path;
  if ((list !== "layers" && list !== "tiers") || typeof index !== "number") return path;
  const item = (value[list] as Plain[])[index];
  return [list, String(item?.["id"]), ...rest];
}

/** `layers[3]` of the variant is perhaps `layers[2]` of the file. */
function inBase(base: Plain, value: Plain, path: Path): Path {
  const [list, index, ...rest] = path;
  if ((list !== "layers" && list !== "tiers") || typeof index !== "number") return path;
  const id = (value[list] as Plain[])[index]?.["id"];
  const at = Array.isArray(base[list]) ? (base[list] as Plain[]).findIndex((item) => item["id"] === id) : -1;
  return at < 0 ? [list] : [list, at, ...rest];
}
