import { type Entry, entryText, type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import type { Facts } from "./facts.ts";
import { reasons } from "./messages.ts";
import { parseRule } from "./parse-rule.ts";
import { fileUse, matchesGlob } from "./source-path.ts";
import type { SourceUse } from "./types.ts";

/** A file to take, or one that is only recorded. `text` stands for the file's when only a part of it is sent. */
export type Candidate = { path: string; text?: string; heading?: string } | { use: SourceUse };

/** The files that a source points at in this scenario, in order. */
export function candidatesOf(source: FileSource, scenario: Scenario, facts: Facts): Candidate[] {
  switch (source.kind) {
    case "first":
      return firstOf(source.paths.map((path) => fillPlaceholders(path, facts.text)), source, scenario);
    case "beside":
      return besideOf(source, scenario);
    case "rules":
      return rulesOf(source, scenario, facts);
  }
}

function firstOf(paths: readonly string[], source: FileSource, { world }: Scenario): Candidate[] {
  const found = paths.findIndex((path) => world.lookup(path).kind !== "missing");
  return paths.map((path, i) => {
    // Absent files are taken too, so that one place records why they are not there.
    if (found < 0 || i <= found) return { path };
    const use = fileUse(path, source.scope, world.lookup(path), world);
    if (use.bytes === undefined) return { path };
    const first = fileUse(paths[found]!, source.scope, world.lookup(paths[found]!), world).path;
    return { use: { ...use, status: "shadowed", reason: reasons.shadowed(first) } };
  });
}

/** Memory files of the folders, below the workspace root, of the files read so far: outer folders first. */
function besideOf(source: FileSource & { kind: "beside" }, scenario: Scenario): Candidate[] {
  const { workspace } = scenario.world.roots;
  const folders = new Set<string>();
  for (const read of scenario.reads) {
    const parts = read.split("/").slice(0, -1);
    parts.forEach((_, i) => folders.add(parts.slice(0, i + 1).join("/")));
  }
  if (folders.size === 0) {
    const path = `*/${source.names[0]!}`;
    return [{ use: { path, scope: source.scope, status: "deferred", reason: reasons.noRead() } }];
  }
  return [...folders].toSorted().flatMap((folder) =>
    firstOf(source.names.map((name) => `${workspace}/${folder}/${name}`), source, scenario),
  );
}

/** Rule files in name order; one with globs waits until a file that matches has been read. */
function rulesOf(source: FileSource & { kind: "rules" }, scenario: Scenario, facts: Facts): Candidate[] {
  const dir = fillPlaceholders(source.dir, facts.text);
  const folder = scenario.world.lookup(dir);
  if (folder.kind === "missing") return [{ path: dir }];
  const names = folder.kind === "directory" ? folder.names.filter((name) => name.endsWith(".md")) : [];
  return names.map((name) => ruleOf(`${dir}/${name}`, source, scenario));
}

function ruleOf(path: string, source: FileSource & { kind: "rules" }, { world, reads }: Scenario): Candidate {
  const entry = world.lookup(path);
  const text = textOf(entry);
  // Without text there is nothing to match; the guards say what is wrong with the file.
  if (text === undefined) return { path };
  const use = fileUse(path, source.scope, entry, world);
  const rule = parseRule(text, source.globsKey);
  if ("problem" in rule) return { use: { ...use, status: "skipped", reason: reasons.frontMatter(rule.problem) } };
  if (rule.globs === null) return { path, text: rule.text };
  if (!reads.some((read) => matchesGlob(read, rule.globs!))) {
    return { use: { ...use, status: "deferred", reason: reasons.noMatch(rule.globs) } };
  }
  const globs = rule.globs.join(", ");
  const heading = source.globsHeading === undefined ? undefined : source.globsHeading.replace("{{globs}}", () => globs);
  return { path, text: rule.text, ...(heading === undefined ? {} : { heading }) };
}

function textOf(entry: Entry): string | undefined {
  if (entry.kind !== "file") return undefined;
  const content = entryText(entry);
  return content.kind === "text" ? content.text : undefined;
}
