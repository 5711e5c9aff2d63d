import { fileSchemas, type WrittenModel } from "../schema/index.ts";
import { type Finding, sortFindings } from "../util/index.ts";
import { checkReferences } from "./check-references.ts";
import { type Case, list, loadCases, loadSuites, strays, type Suite } from "./load-corpus.ts";
import { loadScenario, type Scenario } from "./load-scenario.ts";
import { loadStack } from "./load-stack.ts";
import { loadFinding } from "./messages.ts";
import { readYaml } from "./read-file.ts";
import type { SourceTree } from "./source-tree.ts";
import type { Stack } from "./stack-types.ts";

/** Everything a repository of prompts holds. */
export interface Project {
  /** By stack id, then variant; `default` first. */
  stacks: ReadonlyMap<string, ReadonlyMap<string, Stack>>;
  models: ReadonlyMap<string, WrittenModel>;
  scenarios: ReadonlyMap<string, Scenario>;
  cases: Case[];
  suites: ReadonlyMap<string, Suite>;
}

const nothing: Project = {
  stacks: new Map(),
  models: new Map(),
  scenarios: new Map(),
  cases: [],
  suites: new Map(),
};

/** Loads all files of a repository and reports all their problems at once, in file order. */
export function loadProject(tree: SourceTree, root = "."): { project: Project; findings: Finding[] } {
  const findings: Finding[] = [];
  const prompts = tree.lookup("prompts");
  if (prompts.kind === "unreadable") {
    return { project: nothing, findings: [loadFinding("unreadable", prompts, { file: "prompts" })] };
  }
  if (prompts.kind !== "directory")
    return { project: nothing, findings: [loadFinding("no-prompts", { root })] };
  const folders = (parent: string, file: string) =>
    list(tree, parent, "").filter((folder) => {
      const entry = tree.lookup(folder);
      // A folder that cannot be looked into may well hold one: its loader says what is wrong.
      if (entry.kind === "unreadable" || entry.kind === "outside") return true;
      return entry.kind === "directory" && entry.names.includes(file);
    });

  const broken = { stacks: new Set<string>(), scenarios: new Set<string>() };
  const stacks = new Map<string, ReadonlyMap<string, Stack>>();
  for (const folder of folders("prompts", "stack.yaml")) {
    const loaded = loadStack(tree, folder);
    findings.push(...loaded.findings);
    if (loaded.findings.length > 0) broken.stacks.add(baseName(folder));
    else stacks.set(loaded.variants[0]!.id, new Map(loaded.variants.map((stack) => [stack.variant, stack])));
  }
  if (stacks.size === 0 && broken.stacks.size === 0)
    findings.push(loadFinding("no-stack", {}, { file: "prompts" }));
  const models = loadModels(tree, findings);
  const scenarios = new Map<string, Scenario>();
  for (const folder of folders("corpus/scenarios", "scenario.yaml")) {
    const loaded = loadScenario(tree, folder);
    findings.push(...loaded.findings);
    if (loaded.scenario === undefined) broken.scenarios.add(baseName(folder));
    else scenarios.set(loaded.scenario.id, loaded.scenario);
  }
  const { cases, findings: caseFindings } = loadCases(tree);
  const { suites, findings: suiteFindings } = loadSuites(tree);
  findings.push(...caseFindings, ...suiteFindings, ...strays(tree));
  const project: Project = {
    ...{ stacks, scenarios, cases, models },
    suites: new Map(suites.map((suite) => [suite.id, suite])),
  };
  // Without any stack every case would be told that its stack is unknown.
  if (findings.some(({ kind }) => kind === "no-stack")) return { project, findings: sortFindings(findings) };
  findings.push(...checkReferences(project, { ...broken, models: project.models.size === 0 }));
  return { project, findings: sortFindings(findings) };
}

function loadModels(tree: SourceTree, findings: Finding[]): ReadonlyMap<string, WrittenModel> {
  const file = "prompts/models.yaml";
  const { data, yaml, findings: problems } = readYaml(tree, file, fileSchemas.models);
  findings.push(...problems);
  const models = new Map<string, WrittenModel>();
  data?.models.forEach((model, i) => {
    if (models.has(model.id)) {
      const place = { file, line: yaml!.lineAt(["models", i, "id"]) };
      findings.push(loadFinding("duplicate-id", { what: "model", id: model.id, first: file }, place));
    }
    models.set(model.id, model);
  });
  return models;
}

function baseName(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}
