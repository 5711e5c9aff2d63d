import type { WrittenCase, WrittenSuite } from "../schema/index.ts";
import { compareText, type Finding } from "../util/index.ts";
import { loadFinding } from "./messages.ts";
import { readYaml } from "./read-file.ts";
import type { SourceTree } from "./source-tree.ts";
import type { Path } from "./yaml.ts";

/** One item of the corpus. */
export interface Case extends WrittenCase {
  stack: string;
  file: string;
  line: number;
  /** Line of the file's `stack:`. */
  stackLine: number;
  /** Line of a place inside the case. */
  lineAt(path: Path): number;
}

/** A suite, with lines for findings. */
export interface Suite extends WrittenSuite {
  file: string;
  lineAt(path: Path): number;
}

/** Loads `corpus/cases/<stack>/*.yaml`. Ids are unique in the whole corpus: reports and filters name them alone. */
export function loadCases(tree: SourceTree): { cases: Case[]; findings: Finding[] } {
  const cases: Case[] = [];
  const findings: Finding[] = [];
  const first = new Map<string, Case>();
  for (const folder of list(tree, "corpus/cases", "")) {
    for (const file of list(tree, folder, ".yaml")) {
      const { data, yaml, findings: problems } = readYaml(tree, file, "cases");
      findings.push(...problems);
      if (data === undefined || yaml === undefined) continue;
      data.cases.forEach((written, i) => {
        const lineAt = (path: Path) => yaml.lineAt(["cases", i, ...path]);
        const place = () => ({ file, line: lineAt(["id"]) });
        const before = first.get(written.id);
        if (before !== undefined) {
          const { file: at, line } = before;
          const args = { what: "case", id: written.id, first: `${at}:${line}` };
          findings.push(loadFinding("duplicate-id", args, place()));
          return;
        }
        if (
          written.needs !== "assembly" &&
          written.input === undefined &&
          written.turns === undefined &&
          written.providerOutput === undefined
        ) {
          findings.push(loadFinding("case-needs-input", { id: written.id }, place()));
        }
        // Lines are looked up when somebody needs them: that takes a parse of the file.
        const item: Case = {
          ...{ ...written, stack: data.stack, file, lineAt },
          get line() {
            return lineAt(["id"]);
          },
          get stackLine() {
            return yaml.lineAt(["stack"]);
          },
        };
        first.set(written.id, item);
        cases.push(item);
      });
    }
  }
  return { cases, findings };
}

/** Loads `evals/<suite>.yaml`; `gate.yaml` is not a suite. */
export function loadSuites(tree: SourceTree): { suites: Suite[]; findings: Finding[] } {
  const suites: Suite[] = [];
  const findings: Finding[] = [];
  for (const file of list(tree, "evals", ".yaml")) {
    if (file === "evals/gate.yaml") continue;
    const { data, yaml, findings: problems } = readYaml(tree, file, "suite");
    findings.push(...problems);
    if (data === undefined || yaml === undefined) continue;
    const expected = file.slice("evals/".length, -".yaml".length);
    if (data.id !== expected) {
      const place = { file, line: yaml.lineAt(["id"]) };
      findings.push(loadFinding("id-mismatch", { what: "suite", id: data.id, expected }, place));
    }
    suites.push({ ...data, file, lineAt: (path) => yaml.lineAt(path) });
  }
  return { suites, findings };
}

/** Paths in a folder, sorted; with an ending, only the names that have it. A folder that is not there is empty. */
export function list(tree: SourceTree, folder: string, ending: string): string[] {
  const entry = tree.lookup(folder);
  if (entry.kind !== "directory") return [];
  const names = entry.names.filter((name) => name.endsWith(ending) && !name.startsWith("."));
  return names.toSorted(compareText).map((name) => `${folder}/${name}`);
}

/** Files that look as if they were read, and are not; folders that cannot be read. */
export function strays(tree: SourceTree): Finding[] {
  const found: Finding[] = [];
  const walk = (
    folder: string,
    depth: number,
    isRead: (file: string, depth: number) => boolean,
    where: string,
  ): void => {
    const entry = tree.lookup(folder);
    if (entry.kind === "unreadable")
      found.push(loadFinding("unreadable", { reason: entry.reason }, { file: folder }));
    for (const path of list(tree, folder, "")) {
      if (tree.lookup(path).kind !== "file") walk(path, depth + 1, isRead, where);
      else if (/\.ya?ml$/.test(path) && !isRead(path, depth))
        found.push(loadFinding("stray-file", { where }, { file: path }));
    }
  };
  walk(
    "corpus/cases",
    0,
    (file, depth) => depth === 1 && file.endsWith(".yaml"),
    "cases are corpus/cases/<stack>/<name>.yaml",
  );
  walk(
    "corpus/compaction",
    0,
    (file, depth) => depth === 0 && file.endsWith(".yaml"),
    "sessions are corpus/compaction/<name>.yaml",
  );
  walk("evals", 0, (file, depth) => depth === 0 && file.endsWith(".yaml"), "suites are evals/<suite>.yaml");
  return found;
}
