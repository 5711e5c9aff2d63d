import {
  type Compared,
  compareRuns,
  type Gate,
  gateFinding,
  type GatePart,
  type GateReport,
  judgeAgain,
  judgeComparison,
  judgeGate,
  partOf,
  type Quarantine,
} from "../../gate/index.ts";
import { nearest, UserError } from "../../util/index.ts";
import { commandFinding } from "../messages.ts";
import { readStoredRun, type StoredFolder } from "./read-stored-run.ts";

/** Which stored runs are judged. */
export interface StoredChoice {
  root: string;
  cwd: string;
  from: string;
  baseline?: string | undefined;
}

/** Judges a stored comparison, or two stored runs of a suite, by the gate's settings of now. Makes no call. */
export function judgeStored(choice: StoredChoice, gate: Gate, quarantine: Quarantine): GateReport {
  const { root, cwd, from, baseline } = choice;
  const stored = readStoredRun(root, cwd, from);
  const suite = stored.kind === "comparison" ? stored.result.suite : stored.run.suite;
  const known = Object.keys(gate.suites);
  if (!known.includes(suite)) {
    const args = { name: suite, near: nearest(suite, known) };
    throw new UserError([
      gateFinding("gate-lacks-suite", args, { file: gate.file, line: gate.lineAt(["suites"]) }),
    ]);
  }
  const settings = partOf("settings", quarantine.findings, {
    ...{ fine: "The quarantine is in order.", bad: "The quarantine is not in order." },
  });
  const other = baseline === undefined ? undefined : readStoredRun(root, cwd, baseline);
  const compared = compare(stored, other, gate, quarantine.active);
  if ("findings" in compared) {
    const part: GatePart = {
      ...{ part: "comparison", code: 3, summary: "The two runs cannot be compared.", details: [] },
      findings: compared.findings,
    };
    return { ...judgeGate([settings, part], "inconclusive"), ...nothing };
  }
  const judged = judgeComparison([compared.compared], gate);
  return {
    ...judgeGate([settings, judged.part], judged.verdict),
    ...{ ...nothing, comparisons: [compared.compared], mustPassUnmeasured: judged.mustPassUnmeasured },
  };
}

function compare(
  stored: StoredFolder,
  baseline: StoredFolder | undefined,
  gate: Gate,
  quarantined: ReadonlyMap<string, string>,
): { compared: Compared } | ReturnType<typeof compareRuns> {
  if (stored.kind === "comparison") {
    if (baseline !== undefined) throw new UserError([commandFinding("comparison-with-baseline", {})]);
    return { compared: judgeAgain(stored.result, gate, quarantined) };
  }
  if (baseline === undefined) throw new UserError([commandFinding("run-without-baseline", {})]);
  if (baseline.kind === "comparison") throw new UserError([commandFinding("comparison-as-baseline", {})]);
  return compareRuns(baseline.run, stored.run, gate, quarantined);
}

const nothing = {
  base: null,
  shrunk: [],
  comparisons: [],
  mustPassUnmeasured: [],
  fault: null,
  revert: null,
  reports: [],
};
