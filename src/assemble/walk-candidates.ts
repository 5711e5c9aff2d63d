import { type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import { type Candidate, firstOf, textOf } from "./candidate.ts";
import type { Facts } from "./facts.ts";
import { reasons } from "./messages.ts";
import { fileUse, shownPath } from "./source-path.ts";

type Walk = FileSource & { kind: "walk" };

/** Files of the folders between two places, outermost first. */
export function walkCandidates(source: Walk, scenario: Scenario, facts: Facts): Candidate[] {
  const folders = foldersOf(source, scenario, facts);
  if (source.folders === "nearest") {
    const nearest = folders.findLast((folder) =>
      source.names.some((name) => isThere(`${folder}/${name}`, scenario)),
    );
    return nearest === undefined ? absent(source, folders) : filesOf(source, nearest, scenario);
  }
  const overrides = folders.map((folder) => overridesIn(source, folder, scenario));
  return folders.flatMap((folder, i) => {
    const files = withOverrides(source, folder, overrides[i]!, scenario);
    // What a folder has to say ends at the next override below it.
    const next = overrides.findIndex((names, j) => j > i && names.length > 0);
    if (next < 0) return files;
    const winners = overrides[next]!.map((name) => shownPath(`${folders[next]!}/${name}`, scenario.world));
    return files.map((file) => ("path" in file ? { ...file, shadowed: reasons.overridden(winners) } : file));
  });
}

/** Overrides, absent ones too so that they are recorded; then the other files, which are not even read beside one. */
function withOverrides(
  source: Walk,
  folder: string,
  present: readonly string[],
  scenario: Scenario,
): Candidate[] {
  const { world } = scenario;
  const scope = source.overrideScope ?? source.scope;
  const own = source.overrides.map((name): Candidate => ({ path: `${folder}/${name}`, scope }));
  if (present.length === 0) return [...own, ...filesOf(source, folder, scenario)];
  const beside = present.map((name) => shownPath(`${folder}/${name}`, world));
  const others = source.names.map((name) => `${folder}/${name}`).filter((path) => isThere(path, scenario));
  return [
    ...own,
    ...others.map((path): Candidate => {
      const use = fileUse(path, source.scope, world.lookup(path), world);
      return { use: { ...use, status: "skipped", reason: reasons.besideOverride(beside) } };
    }),
  ];
}

function foldersOf(source: Walk, { world }: Scenario, facts: Facts): string[] {
  const inner = fillPlaceholders(source.to, facts.text);
  const from = fillPlaceholders(source.from, facts.text);
  const to = world.lookup(inner).kind === "file" ? inner.slice(0, inner.lastIndexOf("/")) : inner;
  if (from === "" || to === from) return [to];
  if (!to.startsWith(`${from}/`)) return [from];
  const steps = to.slice(from.length + 1).split("/");
  return [from, ...steps.map((_, i) => `${from}/${steps.slice(0, i + 1).join("/")}`)];
}

function filesOf({ names, take, scope }: Walk, folder: string, scenario: Scenario): Candidate[] {
  const paths = names.map((name) => `${folder}/${name}`);
  return take === "all" ? paths.map((path) => ({ path })) : firstOf(paths, scope, scenario);
}

function absent({ names }: Walk, folders: readonly string[]): Candidate[] {
  return folders.flatMap((folder) => names.map((name) => ({ path: `${folder}/${name}` })));
}

function isThere(path: string, { world }: Scenario): boolean {
  return world.lookup(path).kind !== "missing";
}

/** A blank override counts as absent; one that cannot be read is there, and its guard says what is wrong. */
function overridesIn({ overrides }: Walk, folder: string, scenario: Scenario): string[] {
  return overrides.filter((name) => {
    const path = `${folder}/${name}`;
    return isThere(path, scenario) && textOf(scenario.world.lookup(path))?.trim() !== "";
  });
}
