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
    const files =
      overrides[i]!.length > 0
        ? replaced(source, folder, overrides[i]!, scenario)
        : normal(source, folder, scenario);
    // What a folder has to say ends at the next override below it.
    const next = overrides.find((names, j) => j > i && names.length > 0);
    if (next === undefined) return files;
    const below = folders[overrides.indexOf(next)]!;
    const shadowed = reasons.overridden(next.map((name) => shownPath(`${below}/${name}`, scenario.world)));
    return files.map((file) => ("path" in file ? { ...file, shadowed } : file));
  });
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

/** Overrides of a folder without one are absent or blank; they are recorded too. */
function normal(source: Walk, folder: string, scenario: Scenario): Candidate[] {
  return [...overridePaths(source, folder, source.overrides), ...filesOf(source, folder, scenario)];
}

/** The overrides of a folder; its other files are not even read. */
function replaced(source: Walk, folder: string, names: readonly string[], { world }: Scenario): Candidate[] {
  const beside = names.map((name) => shownPath(`${folder}/${name}`, world)).join(", ");
  const others = source.names
    .map((name) => `${folder}/${name}`)
    .filter((path) => world.lookup(path).kind !== "missing");
  return [
    ...overridePaths(source, folder, names),
    ...others.map((path): Candidate => {
      const use = fileUse(path, source.scope, world.lookup(path), world);
      return { use: { ...use, status: "skipped", reason: reasons.besideOverride(beside) } };
    }),
  ];
}

function overridePaths(
  { scope, overrideScope }: Walk,
  folder: string,
  names: readonly string[],
): Candidate[] {
  return names.map((name) => ({ path: `${folder}/${name}`, scope: overrideScope ?? scope }));
}
