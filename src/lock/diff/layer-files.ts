import type { LayerFile, Stack } from "../../load/index.ts";
import { filesOf } from "../lock-file/layer-files.ts";
import { type Hunk, wordDiff } from "./word-diff.ts";

/** A layer file whose change is in no assembled text. */
export interface FileChange {
  layer: string;
  file: { before: string | null; after: string | null };
  version: { before: string | null; after: string | null };
  hunks: Hunk[];
}

/** Every layer file of a stack by layer id and path, whatever profile, model or fact gates it. */
function layerFiles({ layers }: Stack): Map<string, { layer: string; file: LayerFile }> {
  return new Map(
    layers.flatMap((layer) =>
      filesOf(layer).map((file) => [`${layer.id}\0${file.path}`, { layer: layer.id, file }] as const),
    ),
  );
}

/** The file that a profile's layer was made of; undefined for a layer without one. */
export function layerFileOf(
  stack: Stack,
  { profile, id, sourceHash }: { profile: string; id: string; sourceHash: string | undefined },
): LayerFile | undefined {
  const layer = stack.layers.find((one) => one.id === id);
  if (layer === undefined || sourceHash === undefined) return undefined;
  return filesOf(layer, profile).find((file) => file.sourceHash === sourceHash);
}

/**
 * Layers that have another id now: id after → id before. One that is new here and stands in the file, or the renamed
 * file, of one that is gone there is the same layer.
 */
export function renamedLayers(
  before: Stack,
  after: Stack,
  renames: ReadonlyMap<string, string>,
): Map<string, string> {
  const gone = before.layers.filter(({ id }) => after.layers.every((layer) => layer.id !== id));
  const come = after.layers.filter(({ id }) => before.layers.every((layer) => layer.id !== id));
  const found = new Map<string, string>();
  for (const layer of come) {
    const paths = new Set(filesOf(layer).map(({ path }) => path));
    const former = gone.find(
      (one) =>
        ![...found.values()].includes(one.id) &&
        filesOf(one).some(({ path }) => paths.has(renames.get(path) ?? path)),
    );
    if (former !== undefined) found.set(layer.id, former.id);
  }
  return found;
}

/** Layer files that differ, each matched with itself, with its renamed self, or with nothing. */
export function changedFiles(
  before: Stack,
  after: Stack,
  { renames, layers }: { renames: ReadonlyMap<string, string>; layers: ReadonlyMap<string, string> },
): FileChange[] {
  const [old, now] = [layerFiles(before), layerFiles(after)];
  const formerPath = new Map([...renames].map(([from, to]) => [to, from]));
  const matched = new Set<string>();
  const changes: FileChange[] = [];
  for (const { layer, file } of now.values()) {
    const id = layers.get(layer) ?? layer;
    const keys = [`${id}\0${file.path}`, `${id}\0${formerPath.get(file.path) ?? ""}`];
    const key = keys.find((one) => old.has(one));
    if (key !== undefined) matched.add(key);
    const former = key === undefined ? undefined : old.get(key)!.file;
    if (
      former?.sourceHash === file.sourceHash &&
      former.version === file.version &&
      former.path === file.path
    )
      continue;
    changes.push(fileChange(layer, former, file));
  }
  for (const [key, { layer, file }] of old)
    if (!matched.has(key)) changes.push(fileChange(layer, file, undefined));
  return changes;
}

function fileChange(layer: string, before: LayerFile | undefined, after: LayerFile | undefined): FileChange {
  return {
    layer,
    file: { before: before?.path ?? null, after: after?.path ?? null },
    version: { before: before?.version ?? null, after: after?.version ?? null },
    hunks: wordDiff(before?.text ?? "", after?.text ?? ""),
  };
}
