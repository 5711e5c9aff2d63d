import type { WrittenLimits, WrittenModel } from "../schema/index.ts";
import { type Finding, nearest, sortFindings } from "../util/index.ts";
import { type Broken, checkReferences } from "./check-references.ts";
import { list } from "./load-corpus.ts";
import { loadScenario, type Scenario } from "./load-scenario.ts";
import { loadStack } from "./load-stack.ts";
import { loadFinding } from "./messages.ts";
import { readYaml } from "./read-file.ts";
import type { SourceTree } from "./source-tree.ts";
import type { Stack } from "./stack-types.ts";

/** What prompts are assembled from. */
export interface Prompts {
  /** By stack id, then variant; `default` first. */
  stacks: ReadonlyMap<string, ReadonlyMap<string, Stack>>;
  models: ReadonlyMap<string, WrittenModel>;
  /** What providers allow for all their models together. */
  limits?: ReadonlyMap<string, WrittenLimits>;
  /** Models that the lock assembles for, in their written order. */
  lockModels: readonly string[];
  scenarios: ReadonlyMap<string, Scenario>;
}

const nothing: Prompts = { stacks: new Map(), models: new Map(), lockModels: [], scenarios: new Map() };

/** Loads the prompts alone, with the stacks' reference scenarios: neither cases nor suites are read. */
export function loadPrompts(tree: SourceTree, root = "."): { prompts: Prompts; findings: Finding[] } {
  const { prompts, findings, broken } = loadPromptFiles(tree, root, "reference");
  if (broken === null) return { prompts, findings: sortFindings(findings) };
  findings.push(...checkReferences({ ...prompts, cases: [], suites: new Map(), sessions: [] }, broken));
  return { prompts, findings: sortFindings(findings) };
}

/** As {@link loadPrompts}, before names are looked up across files; `broken` is null where that would only mislead. */
export function loadPromptFiles(
  tree: SourceTree,
  root: string,
  scenarios: "all" | "reference",
): { prompts: Prompts; findings: Finding[]; broken: Broken | null } {
  const entry = tree.lookup("prompts");
  if (entry.kind === "unreadable") {
    const findings = [loadFinding("unreadable", entry, { file: "prompts" })];
    return { prompts: nothing, findings, broken: null };
  }
  if (entry.kind !== "directory")
    return { prompts: nothing, findings: [loadFinding("no-prompts", { root })], broken: null };

  const { stacks, findings, broken: brokenStacks } = loadStacks(tree);
  const isWanted = scenariosOf(stacks, scenarios);
  const { models, limits, lockModels, findings: modelFindings } = loadModels(tree);
  const loaded = loadScenarios(tree, isWanted);
  findings.push(...modelFindings, ...loaded.findings);
  // Without any stack every other file would be told that its stack is unknown.
  const none = stacks.size === 0 && brokenStacks.size === 0;
  if (none) findings.push(loadFinding("no-stack", {}, { file: "prompts" }));
  const broken = { stacks: brokenStacks, scenarios: loaded.broken, models: models.size === 0 };
  return {
    prompts: { stacks, models, limits, lockModels, scenarios: loaded.scenarios },
    findings,
    broken: none ? null : broken,
  };
}

function scenariosOf(stacks: Prompts["stacks"], scenarios: "all" | "reference"): (folder: string) => boolean {
  if (scenarios === "all") return () => true;
  const ids = new Set(
    [...stacks.values()].flatMap((all) => [...all.values()].map((stack) => stack.reference)),
  );
  return (folder) => ids.has(baseName(folder));
}

function loadStacks(tree: SourceTree) {
  const findings: Finding[] = [];
  const broken = new Set<string>();
  const stacks = new Map<string, ReadonlyMap<string, Stack>>();
  for (const folder of foldersWith(tree, "prompts", "stack.yaml", () => true)) {
    const loaded = loadStack(tree, folder);
    findings.push(...loaded.findings);
    if (loaded.findings.length > 0) broken.add(baseName(folder));
    else stacks.set(loaded.variants[0]!.id, new Map(loaded.variants.map((stack) => [stack.variant, stack])));
  }
  return { stacks, findings, broken };
}

function loadScenarios(tree: SourceTree, isWanted: (folder: string) => boolean) {
  const findings: Finding[] = [];
  const broken = new Set<string>();
  const scenarios = new Map<string, Scenario>();
  for (const folder of foldersWith(tree, "corpus/scenarios", "scenario.yaml", isWanted)) {
    const loaded = loadScenario(tree, folder);
    findings.push(...loaded.findings);
    if (loaded.scenario === undefined) broken.add(baseName(folder));
    else scenarios.set(loaded.scenario.id, loaded.scenario);
  }
  return { scenarios, findings, broken };
}

function loadModels(tree: SourceTree): Required<Pick<Prompts, "models" | "limits" | "lockModels">> & {
  findings: Finding[];
} {
  const file = "prompts/models.yaml";
  const { data, yaml, findings } = readYaml(tree, file, "models");
  const models = new Map<string, WrittenModel>();
  data?.models.forEach((model, i) => {
    if (models.has(model.id)) {
      const place = { file, line: yaml!.lineAt(["models", i, "id"]) };
      findings.push(loadFinding("duplicate-id", { what: "model", id: model.id, first: file }, place));
    }
    models.set(model.id, model);
  });
  const given = data?.lock?.models;
  given?.forEach((name, i) => {
    if (models.has(name)) return;
    const place = { file, line: yaml!.lineAt(["lock", "models", i]) };
    findings.push(loadFinding("unknown-model", { name, near: nearest(name, models.keys()) }, place));
  });
  const first = data?.models.find(({ pinned }) => pinned) ?? data?.models[0];
  const limits = new Map(Object.entries(data?.providers ?? {}).map(([id, written]) => [id, written.limits]));
  return { models, limits, lockModels: given ?? (first === undefined ? [] : [first.id]), findings };
}

/** Folders below `parent` that are wanted and hold a file of that name; no other is looked into. */
function foldersWith(
  tree: SourceTree,
  parent: string,
  file: string,
  isWanted: (folder: string) => boolean,
): string[] {
  return list(tree, parent, "").filter((folder) => {
    if (!isWanted(folder)) return false;
    const entry = tree.lookup(folder);
    // A folder that cannot be looked into may well hold one: its loader says what is wrong.
    if (entry.kind === "unreadable" || entry.kind === "outside") return true;
    return entry.kind === "directory" && entry.names.includes(file);
  });
}

function baseName(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}
