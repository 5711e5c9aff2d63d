import type { Kind, Written } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import { entryText } from "./entry-text.ts";
import { loadFinding } from "./messages.ts";
import type { SourceTree } from "./source-tree.ts";
import { validate } from "./validate.ts";
import { parseYaml, type Path, type YamlFile } from "./yaml.ts";

/** The canonical text of a file that must be there, or the findings that say why it cannot be had. */
export function readText(
  tree: SourceTree,
  file: string,
  what?: string,
): { text: string } | { findings: Finding[] } {
  const entry = tree.lookup(file);
  const place = { file };
  switch (entry.kind) {
    case "missing":
      return { findings: [loadFinding("missing-file", what === undefined ? {} : { what }, place)] };
    case "directory":
      return { findings: [loadFinding("not-a-file", { found: "directory" }, place)] };
    case "special":
      return { findings: [loadFinding("not-a-file", { found: "special file" }, place)] };
    case "outside":
      return { findings: [loadFinding("outside-root", { path: entry.link }, place)] };
    case "unreadable":
      return { findings: [loadFinding("unreadable", { reason: entry.reason }, place)] };
    case "file": {
      const content = entryText(entry);
      if (content.kind === "unreadable") return { findings: [loadFinding("unreadable", content, place)] };
      if (content.kind === "not-utf8")
        return { findings: [loadFinding("not-utf8", {}, { file, line: content.line })] };
      if (content.nulAt !== null) {
        return { findings: [loadFinding("nul-byte", {}, { file, line: content.nulAt })] };
      }
      return { text: content.text };
    }
  }
}

/** Reads, parses and validates a YAML file. */
export function readYaml<K extends Kind>(
  tree: SourceTree,
  file: string,
  kind: K,
): { data: Written<K> | undefined; yaml: YamlFile | undefined; findings: Finding[] } {
  const read = readText(tree, file);
  if ("findings" in read) return { data: undefined, yaml: undefined, findings: read.findings };
  const { yaml, findings } = parseYaml(file, read.text, 1, tree.parsed);
  if (findings.length > 0) return { data: undefined, yaml: undefined, findings };
  const place = (path: Path) => ({ file, line: yaml.lineAt(path) });
  const checked = validate(kind, yaml.value, place, yaml.cache);
  return { ...checked, yaml };
}
