import { type Finding, sortFindings } from "../util/index.ts";
import { checkReferences } from "./check-references.ts";
import { type Case, loadCases, loadSuites, strays, type Suite } from "./load-corpus.ts";
import { type CompactionSession, loadSessions } from "./load-sessions.ts";
import { loadPromptFiles, type Prompts } from "./load-prompts.ts";
import type { SourceTree } from "./source-tree.ts";

/** Everything a repository of prompts holds. */
export interface Project extends Prompts {
  cases: Case[];
  suites: ReadonlyMap<string, Suite>;
  /** Of `corpus/compaction/`. */
  sessions: CompactionSession[];
}

/** Loads all files of a repository and reports all their problems at once, in file order. */
export function loadProject(tree: SourceTree, root = "."): { project: Project; findings: Finding[] } {
  const { prompts, findings, broken } = loadPromptFiles(tree, root, "all");
  if (tree.lookup("prompts").kind !== "directory")
    return { project: { ...prompts, cases: [], suites: new Map(), sessions: [] }, findings };
  const { cases, findings: caseFindings } = loadCases(tree);
  const { suites, findings: suiteFindings } = loadSuites(tree);
  const { sessions, findings: sessionFindings } = loadSessions(tree);
  findings.push(...caseFindings, ...suiteFindings, ...sessionFindings, ...strays(tree));
  const project = { ...prompts, cases, suites: new Map(suites.map((suite) => [suite.id, suite])), sessions };
  if (broken !== null) findings.push(...checkReferences(project, broken));
  return { project, findings: sortFindings(findings) };
}
