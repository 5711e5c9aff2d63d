import { type Finding, nearest } from "../util/index.ts";
import type { Case, Suite } from "./load-corpus.ts";
import type { CompactionSession } from "./load-sessions.ts";
import type { Project } from "./load-project.ts";
import type { Scenario } from "./load-scenario.ts";
import { loadFinding } from "./messages.ts";
import type { Stack } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

type UnknownKind =
  | "unknown-stack"
  | "unknown-scenario"
  | "unknown-profile"
  | "unknown-model"
  | "unknown-variant"
  | "unknown-tag";

/** What did not load: its names are known, so that nothing that uses them is reported a second time. */
export interface Broken {
  stacks: ReadonlySet<string>;
  scenarios: ReadonlySet<string>;
  models: boolean;
}

/** Names in one file that another file must define. */
export function checkReferences(project: Project, broken: Broken): Finding[] {
  return [
    ...[...project.stacks.values()].flatMap((variants) =>
      checkReference(variants.get("default")!, project, broken),
    ),
    ...[...project.scenarios.values()].flatMap((scenario) => checkValues(scenario, project, broken)),
    ...project.cases.flatMap((item) => checkCase(item, project, broken)),
    ...[...project.suites.values()].flatMap((suite) => checkSuite(suite, project, broken)),
    ...project.sessions.flatMap((session) => checkSession(session, project, broken)),
  ];
}

function checkReference(stack: Stack, { scenarios }: Project, broken: Broken): Finding[] {
  if (scenarios.has(stack.reference) || broken.scenarios.has(stack.reference)) return [];
  const args = { name: stack.reference, near: nearest(stack.reference, scenarios.keys()) };
  return [loadFinding("unknown-scenario", args, { file: stack.file, line: stack.lineAt(["reference"]) })];
}

/** A value that no stack declares is a typing error; a declared one must have a type that some stack declares. */
function checkValues(scenario: Scenario, { stacks }: Project, broken: Broken): Finding[] {
  if (broken.stacks.size > 0) return [];
  const inputs = Map.groupBy(
    [...stacks.values()].flatMap((variants) => [...variants.values()].flatMap((stack) => [...stack.inputs])),
    ([name]) => name,
  );
  return [...Object.entries(scenario.values), ...Object.entries(scenario.later ?? {})].flatMap(
    ([name, value]) => {
      const types = [...new Set(inputs.get(name)?.map(([, { type }]) => type))];
      const given = Array.isArray(value) ? "list" : typeof value === "string" ? "text" : "data";
      if (types.includes(given) || types.includes("data")) return [];
      const place = { file: scenario.file, line: scenario.valueLines.get(name) ?? 1 };
      if (types.length === 0) {
        return [loadFinding("unknown-input", { name, near: nearest(name, inputs.keys()) }, place)];
      }
      return [loadFinding("wrong-input-type", { name, expected: types.join(" or ") }, place)];
    },
  );
}

function checkCase(item: Case, { stacks, scenarios, models }: Project, broken: Broken): Finding[] {
  const at = (path: Path) => ({ file: item.file, line: item.lineAt(path) });
  const named = item.scenario === undefined || broken.scenarios.has(item.scenario) ? [] : [item.scenario];
  const findings = [
    ...unknown("unknown-scenario", named, scenarios, () => at(["scenario"])),
    ...(broken.models ? [] : unknown("unknown-model", item.models ?? [], models, (i) => at(["models", i]))),
  ];
  if (broken.stacks.has(item.stack)) return findings;
  const variants = stacks.get(item.stack);
  if (variants === undefined) {
    const args = { name: item.stack, near: nearest(item.stack, stacks.keys()) };
    return [...findings, loadFinding("unknown-stack", args, { file: item.file, line: item.stackLine })];
  }
  const profiles = new Map([...variants.values()].flatMap((stack) => [...stack.profiles]));
  return [
    ...findings,
    ...unknown("unknown-profile", item.profiles ?? [], profiles, (i) => at(["profiles", i])),
    ...unknown("unknown-variant", item.variants, variants, (i) => at(["variants", i])),
  ];
}

function checkSuite(suite: Suite, { stacks, models, cases }: Project, broken: Broken): Finding[] {
  const tags = new Map(cases.flatMap((item) => item.tags.map((tag) => [tag, item])));
  const at = (path: Path) => ({ file: suite.file, line: suite.lineAt(path) });
  const variants = new Map([...stacks.values()].flatMap((byVariant) => [...byVariant]));
  const named = (suite.stacks ?? []).map((name) => (broken.stacks.has(name) ? undefined : name));
  const answer = suite.answer === undefined ? [] : [suite.answer];
  const grader = suite.grader === undefined ? [] : [suite.grader];
  return [
    ...unknown("unknown-stack", named, stacks, (i) => at(["stacks", i])),
    ...(broken.models ? [] : unknown("unknown-model", suite.models ?? [], models, (i) => at(["models", i]))),
    ...(broken.models ? [] : unknown("unknown-model", answer, models, () => at(["answer"]))),
    ...(broken.models ? [] : unknown("unknown-model", grader, models, () => at(["grader"]))),
    ...unknown("unknown-tag", suite.tags ?? [], tags, (i) => at(["tags", i])),
    ...(broken.stacks.size > 0
      ? []
      : unknown("unknown-variant", suite.variants ?? [], variants, (i) => at(["variants", i]))),
  ];
}

/** A session that says something in memory must say where each of its stacks keeps it. */
function checkSession(session: CompactionSession, { stacks }: Project, broken: Broken): Finding[] {
  const at = (path: Path) => ({ file: session.file, line: session.lineAt(path) });
  const named = (names: readonly string[]) =>
    names.map((name) => (broken.stacks.has(name) ? undefined : name));
  const { memory, stacks: own = [] } = session;
  const into = Object.keys(memory?.into ?? {});
  const wanted = own.length > 0 ? own : [...stacks.keys()].filter((id) => isCompacted(stacks.get(id)!));
  const missing = memory === undefined ? [] : wanted.filter((id) => stacks.has(id) && !into.includes(id));
  return [
    ...unknown("unknown-stack", named(own), stacks, (i) => at(["stacks", i])),
    ...unknown("unknown-stack", named(into), stacks, (i) => at(["memory", "into", into[i]!])),
    ...missing.map((stack) =>
      loadFinding("no-memory-place", { session: session.id, stack }, at(["memory", "into"])),
    ),
  ];
}

function isCompacted(variants: ReadonlyMap<string, Stack>): boolean {
  return variants.get("default")!.compaction !== null;
}

function unknown(
  kind: UnknownKind,
  names: readonly (string | undefined)[],
  known: ReadonlyMap<string, unknown>,
  place: (index: number) => { file: string; line: number },
): Finding[] {
  return names.flatMap((name, i) =>
    name === undefined || known.has(name)
      ? []
      : [loadFinding(kind, { name, near: nearest(name, known.keys()) }, place(i))],
  );
}
