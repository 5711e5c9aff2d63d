import { type AssembledLayer, type Assembly, layerText } from "../../assemble/index.ts";
import type { Stack } from "../../load/index.ts";
import { layerFileOf } from "./layer-files.ts";
import { movedItems } from "./moved-items.ts";
import { type PrefixChange, sharedPrefix } from "./shared-prefix.ts";
import { type Hunk, wordDiff } from "./word-diff.ts";

/** One assembled text and the stack that it is of. */
export interface Assembled {
  stack: Stack;
  assembly: Assembly;
}

/** What became of one layer. One that moved may have changed as well, one that was renamed has the same bytes. */
export interface LayerChange {
  layer: string;
  /** Its id before, where that was another. */
  was: string | null;
  kind: "added" | "removed" | "moved" | "changed" | "renamed" | "version";
  file: { before: string | null; after: string | null };
  version: { before: string | null; after: string | null };
  bytes: { before: number; after: number };
  /** Position among the layers that both sides have, from 1; null where the layer is not on a side. */
  position: { before: number | null; after: number | null };
  hunks: Hunk[];
}

/** What differs between two assemblies, layer by layer in the order of the second one. */
export interface AssemblyDiff {
  changes: LayerChange[];
  /** Layers that have the same bytes at the same place. */
  same: string[];
  prefix: PrefixChange;
}

/** Compares two assemblies; `former` gives the id before of layers that were renamed. Equal ones have no changes. */
export function diffAssemblies(
  before: Assembled,
  after: Assembled,
  former: ReadonlyMap<string, string> = new Map(),
): AssemblyDiff {
  const now = new Map(after.assembly.layers.map((layer) => [layer.id, layer]));
  const ids = new Map([...former].map(([id, was]) => [was, id]));
  // Under the ids of the second side.
  const old = new Map(before.assembly.layers.map((layer) => [ids.get(layer.id) ?? layer.id, layer]));
  const common = [...old.keys()].filter((id) => now.has(id));
  const order = [...now.keys()].filter((id) => old.has(id));
  const moved = new Set(movedItems(common, order));
  const changes: LayerChange[] = [];
  const same: string[] = [];
  for (const id of [...now.keys(), ...[...old.keys()].filter((one) => !now.has(one))]) {
    const [a, b] = [old.get(id), now.get(id)];
    const files = { before: fileOf(before, a), after: fileOf(after, b) };
    const was = a !== undefined && a.id !== id ? a.id : null;
    const isRenamed = was !== null || files.before !== files.after;
    const kind = kindOf(a, b, { isMoved: moved.has(id), isRenamed });
    if (kind === null) {
      same.push(id);
      continue;
    }
    changes.push({
      ...{ layer: id, was, kind, file: files },
      version: { before: a?.version ?? null, after: b?.version ?? null },
      bytes: { before: sizeOf(a), after: sizeOf(b) },
      position: { before: placeIn(common, id), after: placeIn(order, id) },
      hunks: wordDiff(textOf(before, a), textOf(after, b)),
    });
  }
  return { changes, same, prefix: sharedPrefix(before, after) };
}

function kindOf(
  before: AssembledLayer | undefined,
  after: AssembledLayer | undefined,
  { isMoved, isRenamed }: { isMoved: boolean; isRenamed: boolean },
): LayerChange["kind"] | null {
  if (before === undefined) return "added";
  if (after === undefined) return "removed";
  if (isMoved) return "moved";
  if (before.hash !== after.hash || before.channel !== after.channel) return "changed";
  if (isRenamed) return "renamed";
  return before.version === after.version ? null : "version";
}

function fileOf({ stack, assembly }: Assembled, layer: AssembledLayer | undefined): string | null {
  if (layer === undefined) return null;
  const { id, sourceHash } = layer;
  return layerFileOf(stack, { profile: assembly.profile, id, sourceHash })?.path ?? null;
}

function textOf({ assembly }: Assembled, layer: AssembledLayer | undefined): string {
  return layer === undefined ? "" : layerText(assembly, layer);
}

function sizeOf(layer: AssembledLayer | undefined): number {
  return layer === undefined ? 0 : layer.end - layer.start;
}

function placeIn(order: readonly string[], id: string): number | null {
  const at = order.indexOf(id);
  return at < 0 ? null : at + 1;
}
