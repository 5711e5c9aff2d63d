import {
  type FileSource,
  fillPlaceholders,
  parseYaml,
  type Scenario,
  splitFrontMatter,
} from "../load/index.ts";
import { compareText } from "../util/index.ts";
import { type Candidate, textOf } from "./candidate.ts";
import type { Facts } from "./facts.ts";
import { reasons } from "./messages.ts";
import { fileUse } from "./source-path.ts";

type Folder = FileSource & { kind: "folder" };

/** Files of one folder in name order, up to a number. */
export function folderCandidates(source: Folder, scenario: Scenario, facts: Facts): Candidate[] {
  const { world } = scenario;
  const dir = fillPlaceholders(source.dir, facts.text);
  const entry = world.lookup(dir);
  if (entry.kind === "missing") return [{ path: dir }];
  const names = entry.kind === "directory" ? entry.names.filter((name) => name.endsWith(source.ending)) : [];
  return names.toSorted(compareText).map((name, i): Candidate => {
    const path = `${dir}/${name}`;
    if (i < (source.maxItems ?? Infinity)) return withFrontMatter(path, name, source, scenario);
    const use = fileUse(path, source.scope, world.lookup(path), world);
    return { use: { ...use, status: "skipped", reason: reasons.overItems(source.maxItems!) } };
  });
}

/** Splits off front matter whose keys a stack restricts; a file with another key is left out and says so. */
function withFrontMatter(path: string, file: string, source: Folder, { world }: Scenario): Candidate {
  const entry = world.lookup(path);
  const text = textOf(entry);
  const name = file.slice(0, -source.ending.length);
  if (source.frontMatter === undefined || text === undefined)
    return { path, values: { name, description: "" } };
  const parsed = readFrontMatter(text, source.frontMatter);
  if ("problem" in parsed) {
    const use = fileUse(path, source.scope, entry, world);
    return { use: { ...use, status: "skipped", reason: reasons.frontMatter(parsed.problem) }, invalid: true };
  }
  return { path, text: parsed.text, values: { name, description: "", ...parsed.values } };
}

/** A text without its front matter, and that front matter's texts; without any, the text as it is. */
export function readFrontMatter(
  text: string,
  keys: readonly string[] | null,
): { text: string; values: Record<string, string> } | { problem: string } {
  const split = splitFrontMatter(text);
  if (split === null) return { text, values: {} };
  if (split === "unterminated") return { problem: "opened with --- but never closed" };
  const { yaml, findings } = parseYaml("", split.yaml);
  if (findings.length > 0) return { problem: findings[0]!.message };
  const values = Object.entries((yaml.value ?? {}) as Record<string, unknown>);
  const unknown = values.find(([key]) => keys !== null && !keys.includes(key));
  if (unknown !== undefined)
    return { problem: `key "${unknown[0]}" is not allowed, only ${keys!.join(", ")}` };
  return { text: split.text, values: Object.fromEntries(values.map(([key, value]) => [key, String(value)])) };
}
