import { diffLines } from "diff";
import { type AssembledLayer, type Assembly, layerText } from "../assemble/index.ts";

/** What became of one layer. A layer that moved may have changed as well. */
export interface LayerChange {
  layer: string;
  kind: "added" | "removed" | "moved" | "changed";
  version: { before: string | null; after: string | null };
  bytes: { before: number; after: number };
  /** Position among the layers that both sides have, from 1; null where the layer is not on a side. */
  position: { before: number | null; after: number | null };
  /** Lines that went and came, without those that stayed. */
  lines: { removed: string[]; added: string[] };
}

/** What differs between two assemblies, layer by layer in the order of the second one. */
export interface AssemblyDiff {
  changes: LayerChange[];
  /** Layers that have the same bytes at the same place. */
  same: string[];
  /** How far the two system texts are equal from the start: what a provider's prompt cache can keep. */
  prefix: { bytes: number; before: number; after: number; layer: string | null };
}

/** Compares two assemblies. Pure; equal assemblies have no changes. */
export function diffAssemblies(before: Assembly, after: Assembly): AssemblyDiff {
  const [old, now] = [layersById(before), layersById(after)];
  const common = [...old.keys()].filter((id) => now.has(id));
  const order = [...now.keys()].filter((id) => old.has(id));
  const moved = new Set(movedItems(common, order));
  const ids = [...now.keys(), ...[...old.keys()].filter((id) => !now.has(id))];
  const changes: LayerChange[] = [];
  const same: string[] = [];
  for (const id of ids) {
    const [a, b] = [old.get(id), now.get(id)];
    if (a !== undefined && b !== undefined && a.hash === b.hash && !moved.has(id)) {
      same.push(id);
      continue;
    }
    const texts = { before: textOf(before, a), after: textOf(after, b) };
    changes.push({
      layer: id,
      kind: a === undefined ? "added" : b === undefined ? "removed" : moved.has(id) ? "moved" : "changed",
      version: { before: a?.version ?? null, after: b?.version ?? null },
      bytes: { before: sizeOf(a), after: sizeOf(b) },
      position: { before: placeIn(common, id), after: placeIn(order, id) },
      lines: changedLines(texts.before, texts.after),
    });
  }
  return { changes, same, prefix: sharedPrefix(before, after) };
}

function layersById({ layers }: Assembly): Map<string, AssembledLayer> {
  return new Map(layers.map((layer) => [layer.id, layer]));
}

function textOf(assembly: Assembly, layer: AssembledLayer | undefined): string {
  return layer === undefined ? "" : layerText(assembly, layer);
}

function sizeOf(layer: AssembledLayer | undefined): number {
  return layer === undefined ? 0 : layer.end - layer.start;
}

function placeIn(order: readonly string[], id: string): number | null {
  const at = order.indexOf(id);
  return at < 0 ? null : at + 1;
}

/** The fewest items that must be taken out for the rest to stand in one order: those not in a longest common run. */
function movedItems(before: readonly string[], after: readonly string[]): string[] {
  const ranks = after.map((id) => before.indexOf(id));
  const best = ranks.map(() => 1);
  const from = ranks.map(() => -1);
  for (const [i, rank] of ranks.entries()) {
    for (let j = 0; j < i; j++) {
      if (ranks[j]! < rank && best[j]! + 1 > best[i]!) [best[i], from[i]] = [best[j]! + 1, j];
    }
  }
  const kept = new Set<number>();
  for (let i = best.indexOf(Math.max(0, ...best)); i >= 0; i = from[i]!) kept.add(i);
  return after.filter((_, i) => !kept.has(i));
}

function changedLines(before: string, after: string): LayerChange["lines"] {
  const lines = { removed: [] as string[], added: [] as string[] };
  for (const { value, added, removed } of diffLines(before, after)) {
    if (added) lines.added.push(...value.split("\n").filter((line) => line !== ""));
    if (removed) lines.removed.push(...value.split("\n").filter((line) => line !== ""));
  }
  return lines;
}

function sharedPrefix(before: Assembly, after: Assembly): AssemblyDiff["prefix"] {
  const [a, b] = [Buffer.from(before.text, "utf8"), Buffer.from(after.text, "utf8")];
  let bytes = 0;
  while (bytes < Math.min(a.length, b.length) && a[bytes] === b[bytes]) bytes++;
  const equal = bytes === a.length && bytes === b.length;
  const broken = after.layers.find(({ channel, end }) => channel === "system" && end > bytes);
  return { bytes, before: a.length, after: b.length, layer: equal ? null : (broken?.id ?? null) };
}
