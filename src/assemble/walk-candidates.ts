import { type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import { type Candidate, firstOf, textOf } from "./candidate.ts";
import type { Facts } from "./facts.ts";
import { reasons } from "./messages.ts";
import { fileUse } from "./source-path.ts";

type Walk = FileSource & { kind: "walk" };

/** Files of the folders between two places, outermost first. */
export function walkCandidates(source: Walk, scenario: Scenario, facts: Facts): Candidate[] {
  const folders = foldersOf(source, scenario, facts);
  if (source.folders === "nearest") {
    const nearest = folders.findLast((folder) => source.names.some((name) => isThere(`${folder}/${name}`, scenario)));
    return nearest === undefined ? absent(source, folders) : filesOf(source, nearest, scenario);
  }
  // The innermost override ends what the folders above it, and the normal files beside it, had to say.
  const cut = folders.findLastIndex((folder) => overridesIn(source, folder, scenario).length > 0);
  return folders.flatMap((folder, i) => {
    if (i > cut) return filesOf(source, folder, scenario);
    const winners = overridesIn(source, folders[cut]!, scenario).map((name) => `${folders[cut]!}/${name}`);
    const present = [...overridesIn(source, folder, scenario), ...source.names].map((name) => `${folder}/${name}`);
    const lost = present.filter((path) => !winners.includes(path)).flatMap((path) => suppressed(path, winners[0]!, source, scenario));
    return i === cut ? [...lost, ...winners.map((path) => ({ path }))] : lost;
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

function suppressed(path: string, by: string, { scope }: Walk, scenario: Scenario): Candidate[] {
  const { world } = scenario;
  if (!isThere(path, scenario)) return [{ path }];
  const winner = fileUse(by, scope, world.lookup(by), world).path;
  const use = fileUse(path, scope, world.lookup(path), world);
  return [{ use: { ...use, status: "shadowed", reason: reasons.overridden(winner) } }];
}
