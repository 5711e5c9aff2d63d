import type { WrittenLayer } from "../schema/index.ts";
import { nearest } from "../util/index.ts";
import { profileFacts } from "./facts.ts";
import type { LayerContext } from "./layer-context.ts";
import { loadContextFile } from "./layer-context.ts";
import type { LayerFile } from "./layer-file.ts";
import { loadFinding } from "./messages.ts";
import { fillPlaceholders, findPlaceholders } from "./placeholders.ts";
import { isSelectable, resolveSelector } from "./selector.ts";
import { treePath } from "./source-tree.ts";
import type { LayerFiles, Profile } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** Loads the file of each profile that can select the layer; a file shared by profiles is loaded once. */
export function resolveLayerFiles(
  pattern: string,
  layer: WrittenLayer,
  missing: "error" | "omit",
  at: Path,
  context: LayerContext,
): LayerFiles {
  const known: readonly string[] = profileFacts;
  const unknown = findPlaceholders(pattern).placeholders.find(({ name }) => !known.includes(name));
  if (unknown !== undefined) {
    const { name } = unknown;
    context.report(at, (place) => loadFinding("unknown-fact", { name, near: nearest(name, known) }, place));
    return new Map();
  }
  const selectors = { when: resolveSelector(layer.when ?? {}), unless: resolveSelector(layer.unless ?? {}) };
  const loaded = new Map<string, LayerFile | undefined>();
  const files = new Map<string, LayerFile>();
  for (const profile of context.profiles.values()) {
    if (!isSelectable(selectors, profile)) continue;
    const name = fileName(pattern, profile);
    const path = treePath(context.folder, name);
    if (missing === "omit" && path !== undefined && context.tree.lookup(path).kind === "missing") continue;
    if (!loaded.has(name)) loaded.set(name, loadContextFile(name, layer.version, at, context));
    const file = loaded.get(name);
    if (file !== undefined) files.set(profile.id, file);
  }
  return files;
}

function fileName(pattern: string, { id, mode, caller, platform }: Profile): string {
  const facts = { profile: id, mode, caller, platform };
  return fillPlaceholders(pattern, (fact) => facts[fact as keyof typeof facts] ?? "");
}
