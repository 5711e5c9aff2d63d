import { isSelectable, type Layer, type LayerFile, type Source, type Stack } from "../../load/index.ts";

/** A layer file of a stack, where it is used and where its version is written. */
export interface UsedFile {
  file: LayerFile;
  /** Ids of the layers that use it, in prompt order. */
  layers: string[];
  versionAt: VersionPlace;
}

/** A version stands in the file's own front matter, or in stack.yaml for a file that is read raw. */
export type VersionPlace =
  | { kind: "front-matter"; file: string }
  | { kind: "stack"; file: string; layer: string; variant: string };

/** Every layer file of a stack's variants by its key in the lock, which is its path. */
export function usedFiles(variants: Iterable<Stack>): Map<string, UsedFile> {
  const used = new Map<string, UsedFile>();
  for (const stack of variants) {
    for (const layer of stack.layers) {
      for (const file of filesOf(layer)) {
        const key = keyOf(used, file, layer, stack);
        const known = used.get(key);
        if (known === undefined)
          used.set(key, { file, layers: [layer.id], versionAt: versionPlace(file, layer, stack) });
        else if (!known.layers.includes(layer.id)) known.layers.push(layer.id);
      }
    }
  }
  return used;
}

/** A file that a layer or variant reads with another version than the first is an entry of its own. */
export function keyOf(
  used: ReadonlyMap<string, UsedFile>,
  file: LayerFile,
  layer: Layer,
  stack: Stack,
): string {
  const known = used.get(file.path)?.file;
  const same =
    known === undefined || (known.version === file.version && known.sourceHash === file.sourceHash);
  return same ? file.path : `${file.path} as ${layer.id}@${stack.variant}`;
}

/** The path of an entry of the lock; see {@link keyOf}. */
export function pathOfKey(key: string): string {
  return key.replace(/ as [^ ]+@[^ ]+$/, "");
}

/** The layer files that a profile can select, in prompt order, each once. */
export function selectableFiles(stack: Stack, profileId: string): { layer: Layer; file: LayerFile }[] {
  const profile = stack.profiles.get(profileId)!;
  return stack.layers
    .filter((layer) => isSelectable(layer, profile))
    .flatMap((layer) => filesOf(layer, profileId).map((file) => ({ layer, file })));
}

/** Settings without the texts of files, which are listed on their own. */
export function withoutTexts(value: unknown): unknown {
  if (isLayerFile(value)) return value.path;
  if (value instanceof Map) return [...value.keys()].length > 0;
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutTexts(item)]));
}

/** The files of a layer, each once: of its source, its fallback and the notices of its wraps; for one profile or for all. */
export function filesOf({ source, fallback, steps }: Layer, profile?: string): LayerFile[] {
  const of = (files: ReadonlyMap<string, LayerFile> | null): LayerFile[] => {
    if (profile === undefined) return [...(files?.values() ?? [])];
    const file = files?.get(profile);
    return file === undefined ? [] : [file];
  };
  const ofSource = (part: Source): LayerFile[] => {
    if (part.kind === "parts") return part.parts.flatMap(ofSource);
    return part.kind === "file" ? of(part.files) : notices(part);
  };
  return [...new Set([...ofSource(source), ...of(fallback), ...notices(steps)])];
}

/** Layer files inside settings. */
function notices(value: unknown): LayerFile[] {
  if (isLayerFile(value)) return [value];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(notices);
}

function isLayerFile(value: unknown): value is LayerFile {
  return value !== null && typeof value === "object" && "sourceHash" in value && "firstLine" in value;
}

function versionPlace(file: LayerFile, layer: Layer, stack: Stack): VersionPlace {
  // Front matter takes three lines at least, so the text of a file that has it never starts on the first.
  return file.firstLine > 1
    ? { kind: "front-matter", file: file.path }
    : { kind: "stack", file: stack.file, layer: layer.id, variant: stack.variant };
}
