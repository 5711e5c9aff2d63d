import { loadTokenizer } from "../../assemble/index.ts";
import {
  changedPrompts,
  checkSizes,
  findForeignCode,
  findLoosened,
  findShrunk,
  type Gate,
  gateFinding,
  type GatePart,
  loadGate,
  partOf,
  promptSizes,
  type Quarantine,
  readQuarantine,
  type ShrunkCase,
} from "../../gate/index.ts";
import { loadProject, type Project, type Repository, type SourceTree } from "../../load/index.ts";
import type { Env } from "../../model/index.ts";
import type { Finding } from "../../util/index.ts";
import { checkLint } from "./check-lint.ts";
import { checkLock } from "./check-lock.ts";

/** What a gate looks at. */
export interface GateInput {
  root: string;
  repository: Repository;
  gate: Gate;
  now: { tree: SourceTree; project: Project };
  base: { tree: SourceTree };
  env: Env;
  today: Date;
}

/** The parts that call nobody. */
export interface CheapParts {
  parts: GatePart[];
  quarantine: Quarantine;
  shrunk: ShrunkCase[];
}

/** Settings, corpus, code, lock, lint and budgets, each judged by itself. */
export async function cheapParts(input: GateInput): Promise<CheapParts> {
  const { root, repository, gate, now, base, env, today } = input;
  const before = { ...base, ...loadGate(base.tree), project: loadProject(base.tree).project };
  const prompts = changedPrompts(base.tree, now.tree);
  const quarantine = readQuarantine(gate, now.project.cases, today);
  const shrunk = findShrunk(sideOf(before.project, before.gate), sideOf(now.project, gate));
  const code = findForeignCode(before.project, now.project, env);
  const lock = await checkLock(repository, now.tree, now.project);
  const lint = await checkLint(root, now.tree, base.tree, gate);
  const parts = [
    settingsPart([...findLoosened(before.gate, gate, prompts.length > 0), ...quarantine.findings]),
    corpusPart(shrunk, gate, prompts.length > 0),
    partOf("code", code, {
      ...{ fine: "Nothing new runs code where a key is.", code: 2 },
      bad: "The change brings code along, and a key is in the environment.",
    }),
    partOf("lock", lock, { fine: "The lock is current.", bad: `The lock is not current: ${count(lock)}.` }),
    partOf("lint", lint.findings, {
      fine: `No error, ${lint.warnings} ${lint.warnings === 1 ? "warning" : "warnings"}.`,
      bad: `The linter refuses it: ${count(lint.findings)}.`,
    }),
    await budgetsPart(gate, before.project, now.project),
  ];
  return { parts, quarantine, shrunk };
}

function sideOf(corpus: Project, gate: Gate) {
  const quarantined = new Set(gate.quarantine.map((one) => one.case));
  return { corpus, suites: Object.keys(gate.suites), quarantined };
}

function settingsPart(findings: Finding[]): GatePart {
  return partOf("settings", findings, {
    fine:
      findings.length === 0
        ? "The gate asks for no less than at the base."
        : `The gate's settings differ: ${count(findings)}.`,
    bad: `The gate's settings are not in order: ${count(findings)}.`,
  });
}

function corpusPart(shrunk: readonly ShrunkCase[], gate: Gate, promptsChanged: boolean): GatePart {
  const severity = gate.onCorpusShrink === "block" && promptsChanged ? "error" : "warning";
  const findings = shrunk.map(({ file, line, ...args }) =>
    gateFinding("corpus-shrank", args, file === undefined ? {} : { file, line: line ?? 1 }, severity),
  );
  const cases = `${shrunk.length} ${shrunk.length === 1 ? "case proves" : "cases prove"} less than at the base`;
  return partOf("corpus", findings, {
    fine: shrunk.length === 0 ? "No case proves less than at the base." : `${cases}.`,
    bad: `${cases}, in the same change as prompts.`,
  });
}

async function budgetsPart(gate: Gate, before: Project, now: Project): Promise<GatePart> {
  const { tokens, growth } = gate.budgets;
  if (tokens === undefined && growth === undefined)
    return partOf("budgets", [], { fine: "No size is limited.", bad: "" });
  const counter = await loadTokenizer();
  const sizes = promptSizes(now, counter);
  const findings = checkSizes(gate, growth === undefined ? new Map() : promptSizes(before, counter), sizes);
  return partOf("budgets", findings, {
    fine: `All ${sizes.size} prompts keep to the budgets.`,
    bad: `${findings.length} of ${sizes.size} prompts are over a budget.`,
  });
}

function count(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const other = findings.length - errors;
  const parts = [
    ...(errors === 0 ? [] : [`${errors} ${errors === 1 ? "error" : "errors"}`]),
    ...(other === 0 ? [] : [`${other} to look at`]),
  ];
  return parts.join(", ") || "nothing";
}
