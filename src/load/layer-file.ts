import { type Finding, type Sha256, sha256 } from "../util/index.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { loadFinding } from "./messages.ts";
import { readText } from "./read-file.ts";
import type { SourceTree } from "./source-tree.ts";
import { validate } from "./validate.ts";
import { parseYaml, type Path } from "./yaml.ts";

/** One versioned prompt file. `sourceHash` is of `text`, which has no front matter. */
export interface LayerFile {
  path: string;
  version: string;
  text: string;
  sourceHash: Sha256;
  /** Line of the file on which `text` starts, from 1. */
  firstLine: number;
}

/** Loads a layer file. With `rawVersion` the file is read raw: what looks like front matter is its text. */
export function loadLayerFile(
  tree: SourceTree,
  path: string,
  rawVersion: string | undefined,
): { file: LayerFile } | { findings: Finding[] } {
  const read = readText(tree, path, `layer file ${path}`);
  if ("findings" in read) return read;
  if (rawVersion !== undefined) return { file: layerFile(path, rawVersion, read.text, 1) };

  const split = splitFrontMatter(read.text);
  if (split === "unterminated") {
    return { findings: [loadFinding("unterminated-front-matter", {}, { file: path, line: 1 })] };
  }
  if (split === null) return { findings: [loadFinding("missing-version", {}, { file: path, line: 1 })] };
  const { yaml, findings } = parseYaml(path, split.yaml, 2, tree.parsed);
  if (findings.length > 0) return { findings };
  const value = yaml.value as { version?: unknown } | null;
  if (value === null || value?.version === undefined) {
    return { findings: [loadFinding("missing-version", {}, { file: path, line: 1 })] };
  }
  const place = (at: Path) => ({ file: path, line: yaml.lineAt(at) });
  const checked = validate("front-matter", value, place, yaml.cache);
  if (checked.data === undefined) return { findings: checked.findings };
  return { file: layerFile(path, checked.data.version, split.text, split.firstLine) };
}

function layerFile(path: string, version: string, text: string, firstLine: number): LayerFile {
  return { path, version, text, sourceHash: sha256(text), firstLine };
}
