import { loadProject, memoryTree, type Project } from "../load/index.ts";
import { loadGate } from "./load-gate.ts";
import type { Compared, Gate } from "./types.ts";

/** The gate of a file with these lines. */
export function aGate(...lines: string[]): Gate {
  const { gate, findings } = loadGate(
    memoryTree({ "evals/gate.yaml": ["strata: 1", ...lines, ""].join("\n") }),
  );
  if (findings.length > 0) throw new Error(findings.map(({ message }) => message).join("\n"));
  return gate;
}

/** A stack of two layer files and a case, as files; see {@link aProject}. */
export const files = {
  "prompts/models.yaml": "strata: 1\nmodels:\n  - { id: reader:bm25, pinned: true, window: null }\n",
  "prompts/desk/stack.yaml": `strata: 1
id: desk
description: A desk agent.
reference: bare
separator: "\\n"
tiers: [{ id: core, promise: build }]
layers:
  - { id: core, tier: core, source: { file: core.md } }
  - { id: role, tier: core, source: { file: role.md } }
profiles:
  main: { tools: [] }
`,
  "prompts/desk/core.md": "---\nversion: 1.0.0\n---\nCount the till.\n",
  "prompts/desk/role.md": "---\nversion: 1.0.0\n---\nYou keep the till.\n",
  "corpus/scenarios/bare/scenario.yaml": `strata: 1
id: bare
description: Nothing but the prompt.
clock: "2026-03-30T14:30:00Z"
os: darwin
shell: zsh
cwd: /home/dev/shop
workspace: { root: /home/dev/shop }
home: { root: /home/dev }
git: none
`,
  "evals/default.yaml": "strata: 1\nid: default\nanswer: reader:bm25\n",
};

/** A case file of the stack; each line is a case in YAML's flow style. */
export function cases(...lines: string[]): Record<string, string> {
  const text = ["strata: 1", "stack: desk", "cases:", ...lines.map((line) => `  - ${line}`), ""].join("\n");
  return { "corpus/cases/desk/cases.yaml": text };
}

/** A project of {@link files}, some of them others. */
export function aProject(changes: Record<string, string> = {}): Project {
  const { project, findings } = loadProject(memoryTree({ ...files, ...changes }));
  if (findings.length > 0) throw new Error(findings.map(({ message }) => message).join("\n"));
  return project;
}

/** A comparison in which nothing happened. */
export function aComparison(changes: Partial<Compared> = {}): Compared {
  return {
    ...{ id: "run", suite: "default", verdict: "neutral", exitCode: 0, words: ["No case lost."] },
    ...{ identical: false, affected: { cases: 0, units: 0 }, corpus: { cases: 0, units: 0 } },
    ...{ combinations: [], lost: [], harderToFind: [], gained: [], maybeLost: [], quarantined: [] },
    notCompared: { onlyA: [], onlyB: [], changed: [], stacks: { onlyA: [], onlyB: [] } },
    hashes: { corpus: "", graders: "", config: "" },
    rules: {
      ...{ measure: "pass-fail", looks: [1, 3, 5, 10], margin: 0.05, goal: "no-regression" },
      ...{ fewCases: 10, confirm: "all", cachedBaseline: false },
    },
    ...{ mustPassUnmeasured: [], stopped: null, findings: [] },
    cost: { calls: 0, usd: 0, runsSaved: 0 },
    ...changes,
  };
}
