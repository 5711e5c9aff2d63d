import { type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import { compareText } from "../util/index.ts";
import { type Candidate, firstOf, textOf } from "./candidate.ts";
import type { Facts } from "./facts.ts";
import { folderCandidates } from "./folder-candidates.ts";
import { reasons } from "./messages.ts";
import { decode } from "./guards.ts";
import { parseRule } from "./parse-rule.ts";
import { fileUse, matchesGlob } from "./source-path.ts";
import { walkCandidates } from "./walk-candidates.ts";

/** The files that a source points at in this scenario, in order. */
export function candidatesOf(source: FileSource, scenario: Scenario, facts: Facts): Candidate[] {
  switch (source.kind) {
    case "first": {
      const paths = source.paths.map((path) => fillPlaceholders(path, facts.text));
      // A path that is an input which the scenario does not give is no path.
      return firstOf(
        paths.filter((path) => path !== ""),
        source.scope,
        scenario,
      );
    }
    case "given": {
      const fill = (part: string) => fillPlaceholders(part, facts.text);
      const path = source.paths.find((one) => fill(one.split("/", 1)[0]!) !== "");
      return path === undefined ? [] : [{ path: fill(path) }];
    }
    case "beside":
      return besideOf(source, scenario);
    case "rules":
      return rulesOf(source, scenario, facts);
    case "walk":
      return walkCandidates(source, scenario, facts);
    case "folder":
      return folderCandidates(source, scenario, facts);
    case "index":
      return [{ path: fillPlaceholders(source.dir, facts.text) }];
  }
}

/** Memory files of the folders, below the workspace root, of the files read so far: outer folders first. `levels` bounds how far up. */
function besideOf(source: FileSource & { kind: "beside" }, scenario: Scenario): Candidate[] {
  const { workspace } = scenario.world.roots;
  const folders = new Set<string>();
  for (const read of scenario.reads) {
    const parts = read.split("/").slice(0, -1);
    const highest = source.levels === undefined ? 0 : Math.max(0, parts.length - source.levels);
    for (let i = highest; i < parts.length; i++) folders.add(parts.slice(0, i + 1).join("/"));
  }
  if (folders.size === 0) {
    const path = `*/${source.names[0]!}`;
    return [{ use: { path, scope: source.scope, status: "deferred", reason: reasons.noRead() } }];
  }
  return [...folders].toSorted(compareText).flatMap((folder) =>
    firstOf(
      source.names.map((name) => `${workspace}/${folder}/${name}`),
      source.scope,
      scenario,
    ),
  );
}

/** Rule files in name order; one with globs waits until a file that matches has been read. */
function rulesOf(source: FileSource & { kind: "rules" }, scenario: Scenario, facts: Facts): Candidate[] {
  const dir = fillPlaceholders(source.dir, facts.text);
  const folder = scenario.world.lookup(dir);
  if (folder.kind === "missing") return [{ path: dir }];
  if (folder.kind !== "directory") {
    // Never as a file to take: whatever stands in the folder's place is no rule.
    const { reason } = decode(folder) as { reason?: string };
    const use = fileUse(dir, source.scope, folder, scenario.world);
    return [{ use: { ...use, status: "skipped", reason: reason ?? reasons.notFolder() } }];
  }
  const names = folder.names.filter((name) => name.endsWith(".md") && !name.startsWith("."));
  return names.toSorted(compareText).map((name) => ruleOf(`${dir}/${name}`, source, scenario));
}

function ruleOf(path: string, source: FileSource & { kind: "rules" }, { world, reads }: Scenario): Candidate {
  const entry = world.lookup(path);
  const text = textOf(entry);
  // Without text there is nothing to match; the guards say what is wrong with the file.
  if (text === undefined) return { path };
  const use = fileUse(path, source.scope, entry, world);
  const rule = parseRule(text, source.globsKey, world);
  if ("problem" in rule)
    return { use: { ...use, status: "skipped", reason: reasons.frontMatter(rule.problem) } };
  if (rule.globs === null) return { path, text: rule.text };
  if (!reads.some((read) => matchesGlob(read, rule.globs!))) {
    return { use: { ...use, status: "deferred", reason: reasons.noMatch(rule.globs) } };
  }
  const heading = source.globsHeading;
  const values = { globs: rule.globs.join(", ") };
  return { path, text: rule.text, values, ...(heading === undefined ? {} : { heading }) };
}
