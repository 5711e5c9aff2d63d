import { type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import { compareText } from "../util/index.ts";
import { type Candidate, textOf } from "./candidate.ts";
import type { Facts } from "./facts.ts";
import { readFrontMatter, textsOf } from "./front-matter-values.ts";
import { reasons } from "./messages.ts";
import { fileUse, shownPath } from "./source-path.ts";

type Folder = FileSource & { kind: "folder" };

/** Files of one folder in name order, up to a number. */
export function folderCandidates(source: Folder, scenario: Scenario, facts: Facts): Candidate[] {
  const { world } = scenario;
  const dir = fillPlaceholders(source.dir, facts.text);
  const entry = world.lookup(dir);
  if (entry.kind === "missing") return [{ path: dir }];
  const names = entry.kind === "directory" ? entry.names.filter((name) => name.endsWith(source.ending)) : [];
  const items = names.toSorted(compareText).map((name, i): Candidate => {
    const path = `${dir}/${name}`;
    if (i < (source.maxItems ?? Infinity)) return withFrontMatter(path, name, source, scenario);
    const use = fileUse(path, source.scope, world.lookup(path), world);
    return { use: { ...use, status: "skipped", reason: reasons.overItems(source.maxItems!) } };
  });
  const wanted = source.only === undefined ? [] : namesIn(facts.input(source.only));
  return wanted.length === 0 ? items : selectItems(items, wanted, { dir, source, scenario });
}

/** The names of an input's list; anything else lists none. */
function namesIn(value: unknown): string[] {
  const names = Array.isArray(value) ? value.map((name) => String(name).trim()) : [];
  return names.filter((name) => name !== "");
}

/** The items with the names wanted, in that order, then records of the others. A name unknown or repeated is invalid. */
function selectItems(
  items: readonly Candidate[],
  wanted: readonly string[],
  { dir, source, scenario }: { dir: string; source: Folder; scenario: Scenario },
): Candidate[] {
  const { scope } = source;
  const { world } = scenario;
  const chosen = wanted.map((name, i): Candidate => {
    const item = items.find((one) => "path" in one && one.values?.["name"] === name);
    if (item !== undefined && wanted.indexOf(name) === i) return item;
    const reason = item === undefined ? reasons.unknownItem(name) : reasons.repeatedItem(name);
    return { use: { path: shownPath(dir, world), scope, status: "skipped", reason }, invalid: true };
  });
  const others = items.filter((item) => !chosen.includes(item));
  return [
    ...chosen,
    ...others.map((item): Candidate => {
      if (!("path" in item)) return item;
      const use = fileUse(item.path, scope, world.lookup(item.path), world);
      return { use: { ...use, status: "skipped", reason: reasons.notAsked() } };
    }),
  ];
}

/** Splits off front matter whose keys a stack restricts; a file with another key is left out and says so. */
function withFrontMatter(path: string, file: string, source: Folder, { world }: Scenario): Candidate {
  const entry = world.lookup(path);
  const text = textOf(entry);
  const name = file.slice(0, -source.ending.length);
  if (source.frontMatter === undefined || text === undefined)
    return { path, values: { name, description: "" } };
  const read = readFrontMatter(text, world);
  const problem = "problem" in read ? read.problem : unknownKey(read.values, source.frontMatter);
  if ("problem" in read || problem !== undefined) {
    const use = fileUse(path, source.scope, entry, world);
    return { use: { ...use, status: "skipped", reason: reasons.frontMatter(problem!) }, invalid: true };
  }
  return { path, text: read.text, values: { name, description: "", ...textsOf(read.values) } };
}

function unknownKey(values: ReadonlyMap<string, unknown>, allowed: readonly string[]): string | undefined {
  const unknown = [...values.keys()].find((key) => !allowed.includes(key));
  return unknown === undefined ? undefined : `key "${unknown}" is not allowed, only ${allowed.join(", ")}`;
}
