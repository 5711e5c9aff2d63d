import { assemble, type Assembly } from "../assemble/index.ts";
import type { Prompts, SourceTree, Stack } from "../load/index.ts";
import { compareText } from "../util/index.ts";
import { changedPrompts } from "./changed-files.ts";

/** One version of the prompts: its files, and what they load to. */
export interface Version {
  tree: SourceTree;
  prompts: Pick<Prompts, "stacks" | "models" | "scenarios">;
}

/** Where a case was lost; variants differ where two of them are compared. */
export interface LostAt {
  stack: string;
  variant: { before: string; after: string };
  profile: string;
  model: string;
  /** By default the stack's reference. */
  scenario?: string | undefined;
}

/** What may have lost the cases: layers by `stack/layer`, and the files that have to go back. */
export interface Fault {
  /** Sorted; empty where settings alone differ. */
  layers: string[];
  /** Below the root, sorted. `added` ones are not there at the base. */
  restore: string[];
  added: string[];
}

/** A fault before it is known which of the layers that differ did it. */
export interface Suspects extends Fault {
  /** The files of each layer; those of settings alone are in no layer. */
  byLayer: Record<string, string[]>;
}

/** The part of the suspects that some of their files are. */
export function onlyFiles({ byLayer, restore, added }: Suspects, files: ReadonlySet<string>): Fault {
  const has = (file: string) => files.has(file);
  const layers = Object.keys(byLayer).filter((layer) => byLayer[layer]!.some(has));
  return { layers, restore: restore.filter(has), added: added.filter(has) };
}

/**
 * The layers that differ in the prompts that lost a case, and their files. A layer whose own file is the same differs
 * by the settings of its stack, and so do tools and the order of layers; then the settings are at fault.
 */
export function layersAtFault(before: Version, after: Version, lost: readonly LostAt[]): Suspects {
  const changed = changedPrompts(before.tree, after.tree);
  const byLayer = new Map<string, Set<string>>();
  const files = new Set<string>();
  for (const at of unique(lost)) {
    const [a, b] = [assembleAt(before, at, "before"), assembleAt(after, at, "after")];
    const settings = settingsFiles(at.stack, changed);
    const differing = a === null || b === null ? [] : differingLayers(a, b);
    for (const { id, paths, isOneSided } of differing) {
      const layer = `${at.stack}/${id}`;
      const own = paths.filter((path) => changed.includes(path));
      const blamed = isOneSided ? [...own, ...settings] : own.length > 0 ? own : settings;
      byLayer.set(layer, new Set([...(byLayer.get(layer) ?? []), ...blamed]));
      for (const file of blamed) files.add(file);
    }
    // Nothing differs layer by layer: order, wraps, tools, a model's own settings.
    if (differing.length === 0 || !sameOrder(a!, b!)) for (const file of settings) files.add(file);
  }
  const found = [...files].toSorted(compareText);
  const isNew = (file: string) => before.tree.lookup(file).kind === "missing";
  const layers = [...byLayer.keys()].toSorted(compareText);
  return {
    layers,
    byLayer: Object.fromEntries(
      layers.map((layer) => [layer, [...byLayer.get(layer)!].toSorted(compareText)]),
    ),
    restore: found.filter((file) => !isNew(file)),
    added: found.filter(isNew),
  };
}

function unique(lost: readonly LostAt[]): LostAt[] {
  return [...new Map(lost.map((at) => [JSON.stringify(at), at])).values()];
}

/** null where this version has no such combination, or it does not assemble. */
function assembleAt({ prompts }: Version, at: LostAt, side: "before" | "after"): Assembly | null {
  const stack: Stack | undefined = prompts.stacks.get(at.stack)?.get(at.variant[side]);
  const profile = stack?.profiles.get(at.profile);
  const model = prompts.models.get(at.model);
  const scenario = stack && prompts.scenarios.get(at.scenario ?? stack.reference);
  if (stack === undefined || profile === undefined || model === undefined || scenario === undefined)
    return null;
  const assembly = assemble({ stack, profile, model, scenario });
  return assembly.diagnostics.some(({ severity }) => severity === "error") ? null : assembly;
}

interface Differing {
  id: string;
  paths: string[];
  /** It is in one of the two prompts: the settings, too, say which. */
  isOneSided: boolean;
}

function differingLayers(a: Assembly, b: Assembly): Differing[] {
  const [old, now] = [layersOf(a), layersOf(b)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  return [...ids].flatMap((id) => {
    const [one, other] = [old.get(id), now.get(id)];
    if (one?.hash === other?.hash && one?.channel === other?.channel) return [];
    const paths = [...(one?.sources ?? []), ...(other?.sources ?? [])].map(({ path }) => path);
    return [{ id, paths: [...new Set(paths)], isOneSided: one === undefined || other === undefined }];
  });
}

function layersOf({ layers }: Assembly): Map<string, Assembly["layers"][number]> {
  return new Map(layers.map((layer) => [layer.id, layer]));
}

function sameOrder(a: Assembly, b: Assembly): boolean {
  const common = (one: Assembly, other: Assembly) => {
    const known = layersOf(other);
    return one.layers.flatMap(({ id }) => (known.has(id) ? [id] : [])).join("\0");
  };
  return common(a, b) === common(b, a);
}

/** The stack's own settings where they changed, else whatever else changed that prompts depend on. */
function settingsFiles(stack: string, changed: readonly string[]): string[] {
  const own = changed.filter((file) => file === `prompts/${stack}/stack.yaml`);
  return own.length > 0 ? own : changed.filter((file) => file === "prompts/models.yaml");
}
