import type { Lock, LockedProfile } from "../../schema/index.ts";
import { type LockedCombination, parseLockedLayer } from "./combinations.ts";
import { type Changes, compareEntries, layerEntry, type LockEntry, settingEntry } from "./lock-change.ts";

interface Sides {
  before: Lock;
  after: Lock;
  changes: Changes;
}

/** The largest thing that a combination of one lock has and the other lock lacks. */
export function onlyInOne({ stack, variant, profile, model }: LockedCombination, other: Lock): LockEntry {
  const file = `prompts/${stack}/stack.yaml`;
  const variants = other.stacks[stack]?.variants;
  if (variants === undefined) return { type: "stack", name: stack, file };
  const profiles = variants[variant]?.profiles;
  if (profiles === undefined) return { type: "variant", name: `${stack}@${variant}`, file };
  if (profiles[profile] === undefined)
    return { type: "profile", name: `${stack}@${variant}/${profile}`, file };
  return { type: "model", name: model, file: "prompts/models.yaml" };
}

/** Adds everything that makes one combination differ between two locks. */
export function compareCombination(
  a: LockedCombination,
  b: LockedCombination,
  { before, after, changes }: Sides,
): void {
  const { stack, variant, profile, name } = b;
  const file = `prompts/${stack}/stack.yaml`;
  const explained = new Set<string>();
  let causes = 0;
  const add = (kind: "changed" | "added" | "removed", entry: LockEntry, layers: string[] = []): void => {
    changes.add(kind, entry, name);
    for (const layer of layers) explained.add(layer);
    causes++;
  };

  const [old, now] = [before.stacks[stack]!, after.stacks[stack]!];
  compareEntries(listed(old.layers, a.recipe), listed(now.layers, b.recipe), (kind, key) => {
    const { layer } = (now.layers[key] ?? old.layers[key])!;
    add(kind, layerEntry(stack, key, layer), layer.split(", "));
  });
  if (a.recipe.recipeHash !== b.recipe.recipeHash) {
    const [x, y] = [old.variants[variant]!.settings, now.variants[variant]!.settings];
    const selects = new Set([...a.recipe.selects, ...b.recipe.selects]);
    compareEntries(x, y, (kind, key) => {
      const layer = key.startsWith("layers.") ? key.slice("layers.".length) : undefined;
      if (layer !== undefined && !selects.has(layer)) return;
      add(kind, settingEntry(stack, variant, key), layer === undefined ? [] : [layer]);
    });
  }
  const ofProfile = settingEntry(stack, variant, `profiles.${profile}`);
  if (a.recipe.settings !== b.recipe.settings) add("changed", ofProfile);
  if (a.recipe.toolsHash !== b.recipe.toolsHash)
    add("changed", { type: "tools", name: `${stack}@${variant}/${profile}`, file });
  for (const layer of changedTexts(a, b)) {
    if (!explained.has(layer))
      add("changed", { type: "text", name: `${stack}/${layer}`, file: scenarioOf(now.reference) });
  }
  if (isReordered(a.recipe.selects, b.recipe.selects)) add("changed", { type: "order", name: stack, file });
  // Other bytes from equal parts: what joins them has changed, which is the program's own doing.
  if (causes === 0) add("changed", { type: "assembly", name: stack, file });
}

/** The entries of the layer files that a profile can select. */
function listed<T>(layers: Readonly<Record<string, T>>, { files }: LockedProfile): Record<string, T> {
  return Object.fromEntries(files.flatMap((key) => (layers[key] === undefined ? [] : [[key, layers[key]]])));
}

/** Ids of layers whose bytes differ, or that only one side has. */
function changedTexts(a: LockedCombination, b: LockedCombination): string[] {
  const hashes = ({ assembly }: LockedCombination) =>
    Object.fromEntries(
      assembly.layers.map((line) => {
        const { id, hash } = parseLockedLayer(line);
        return [id, hash];
      }),
    );
  const ids: string[] = [];
  compareEntries(hashes(a), hashes(b), (_, id) => ids.push(id));
  return ids;
}

function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const order = after.filter((id) => before.includes(id));
  return before.filter((id) => after.includes(id)).join() !== order.join();
}

function scenarioOf(id: string): string {
  return `corpus/scenarios/${id}/scenario.yaml`;
}
