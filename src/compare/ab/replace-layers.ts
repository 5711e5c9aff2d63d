import {
  type Layer,
  loadProject,
  memoryTree,
  type Project,
  type Source,
  type SourceTree,
  splitFrontMatter,
} from "../../load/index.ts";
import { canonicalText, decodeUtf8, type Finding, nearest } from "../../util/index.ts";
import { abFinding } from "./messages.ts";

/** A text that stands in for a layer's. */
export interface Replacement {
  /** `stack/layer`, or the path of a layer file. */
  layer: string;
  text: string;
}

/** A tree in which other texts stand in for layer files, and which files these are. */
export interface Replaced {
  tree: SourceTree;
  files: string[];
  findings: Finding[];
}

/**
 * Puts texts in place of layer files. A text without front matter is of the version that the file has; `variant` is
 * where a layer is looked up first.
 */
export function replaceLayers(
  tree: SourceTree,
  replacements: readonly Replacement[],
  { side, variant }: { side: string; variant: string | null },
): Replaced {
  if (replacements.length === 0) return { tree, files: [], findings: [] };
  const { project } = loadProject(tree);
  const texts: Record<string, string> = {};
  const findings: Finding[] = [];
  for (const { layer, text } of replacements) {
    const file = fileOf(project, layer, { side, variant });
    if (typeof file !== "string") findings.push(file);
    else texts[file] = withHeader(tree, file, text);
  }
  return { tree: memoryTree(texts, tree), files: Object.keys(texts), findings };
}

function fileOf(
  { stacks }: Project,
  name: string,
  { side, variant }: { side: string; variant: string | null },
): string | Finding {
  const layers = [...stacks].flatMap(([id, variants]) => {
    const stack = variants.get(variant ?? "default") ?? variants.get("default")!;
    return stack.layers.map((layer) => ({ name: `${id}/${layer.id}`, files: filesOf(layer) }));
  });
  const paths = layers.flatMap(({ files }) => files);
  if (paths.includes(name)) return name;
  const found = layers.find((layer) => layer.name === name);
  if (found === undefined) {
    const near = nearest(name, name.startsWith("prompts/") ? paths : layers.map((layer) => layer.name));
    return abFinding("replace-unknown", { layer: name, side, near });
  }
  if (found.files.length === 0) return abFinding("replace-no-file", { layer: name });
  if (found.files.length > 1) return abFinding("replace-several", { layer: name, files: found.files });
  return found.files[0]!;
}

function filesOf({ source, fallback }: Layer): string[] {
  const own = (one: Source): string[] => {
    if (one.kind === "parts") return one.parts.flatMap(own);
    return one.kind === "file" ? [...one.files.values()].map(({ path }) => path) : [];
  };
  return [
    ...new Set([...own(source), ...[...(fallback ?? new Map()).values()].map(({ path }) => path as string)]),
  ];
}

/** The text behind the front matter of the file that it replaces, unless it has its own. */
function withHeader(tree: SourceTree, file: string, text: string): string {
  const own = canonicalText(text);
  const entry = tree.lookup(file);
  const before = entry.kind === "file" ? (decodeUtf8(entry.read()) ?? "") : "";
  const header = splitFrontMatter(canonicalText(before));
  if (splitFrontMatter(own) !== null || header === null || header === "unterminated") return own;
  return `---\n${header.yaml}---\n${own}`;
}
