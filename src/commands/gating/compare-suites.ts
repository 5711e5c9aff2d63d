import {
  type AbResult,
  type AbRun,
  type AbVersions,
  defaultRules,
  openVersions,
  runAb,
  type Verdict,
} from "../../compare/index.ts";
import { type Gate, gateFinding, type GatePart, judgeComparison } from "../../gate/index.ts";
import { isLocal, type RoundsOptions } from "../../run/index.ts";
import { type Finding, isUserError } from "../../util/index.ts";
import type { CheapParts, GateInput } from "./cheap-parts.ts";
import type { GateBase } from "./find-gate-base.ts";

/** What the comparisons on all suites came to. */
export interface Comparisons {
  part: GatePart;
  verdict: Verdict | null;
  mustPassUnmeasured: string[];
  runs: AbRun[];
  versions: AbVersions | null;
}

/** Compares the working tree with the base on every suite of the gate, as far as the cheap parts let it. */
export async function compareSuites(
  input: GateInput,
  base: GateBase,
  { parts, quarantine }: CheapParts,
  deps: RoundsOptions,
): Promise<Comparisons> {
  const { gate } = input;
  const refused = parts.find(({ code }) => code === 2);
  if (refused !== undefined) return notRun(`Not run: ${refused.part} refuses it.`);
  const failed = parts.filter(({ code }) => code !== 0).map(({ part }) => part);
  const asking = Object.keys(gate.suites).filter((id) => asksModels(input, id));
  if (failed.length > 0 && asking.length > 0) {
    return notRun(
      `Not run: it would ask models (suite ${asking.join(", ")}). Mend ${failed.join(" and ")} first.`,
    );
  }
  if (input.base.tree.lookup("prompts").kind !== "directory") return notComparable(gate, base, []);
  let versions: AbVersions;
  try {
    const [a, b] = [{ ref: base.commit }, { ref: "." }];
    versions = await openVersions({ root: input.root, repository: input.repository, a, b });
  } catch (error) {
    // The working tree has loaded already, so whatever does not load is of the base, where nobody can mend it.
    if (isUserError(error)) return notComparable(gate, base, error.findings);
    throw error;
  }
  const runs: AbRun[] = [];
  for (const [suite, { margin, goal }] of Object.entries(gate.suites)) {
    const options = {
      ...{ selection: { suite }, rules: { ...defaultRules, margin, goal } },
      quarantined: quarantine.active,
    };
    const run = await runAb(versions, options, { ...deps, ...ceilingsLeft(gate, deps, runs) });
    runs.push(run);
    if (run.result.exitCode === 130) break;
  }
  const judged = judgeComparison(
    runs.map(({ result }) => result),
    gate,
  );
  return { ...judged, runs, versions };
}

/** A suite of the embedded reader costs nothing, and is run whatever else is wrong. */
function asksModels({ now }: GateInput, id: string): boolean {
  const answer = now.project.suites.get(id)?.answer;
  return answer === undefined || !isLocal(answer);
}

/** The gate's budgets and the command's own limits, less what the suites before have used. */
function ceilingsLeft(
  { budgets }: Gate,
  { maxCalls, maxCost }: RoundsOptions,
  runs: readonly { result: Pick<AbResult, "cost"> }[],
): Pick<RoundsOptions, "maxCalls" | "maxCost"> {
  const calls = runs.reduce((sum, { result }) => sum + result.cost.calls, 0);
  const usd = runs.reduce((sum, { result }) => sum + (result.cost.usd ?? 0), 0);
  const left = (used: number, ...limits: (number | undefined)[]) => {
    const given = limits.filter((limit) => limit !== undefined);
    return given.length === 0 ? undefined : Math.max(0, Math.min(...given) - used);
  };
  return { maxCalls: left(calls, maxCalls, budgets.calls), maxCost: left(usd, maxCost, budgets.cost) };
}

function notRun(summary: string): Comparisons {
  const part: GatePart = { part: "comparison", code: 0, skipped: true, summary, details: [], findings: [] };
  return { ...nothing, part };
}

function notComparable(
  { onInconclusive }: Gate,
  { ref }: GateBase,
  findings: readonly Finding[],
): Comparisons {
  const severity = onInconclusive === "block" ? "error" : "warning";
  const finding = gateFinding("base-without-prompts", { base: ref }, {}, severity);
  const code = onInconclusive === "block" ? 3 : 0;
  const lead = code === 0 ? [gateFinding("passed-undecided", {}, {}, "warning")] : [];
  return {
    ...nothing,
    part: {
      ...{ part: "comparison", code, summary: "There is nothing to compare with.", details: [] },
      findings: [...lead, finding, ...findings.map((one) => ({ ...one, severity: "warning" as const }))],
    },
    verdict: "inconclusive",
  };
}

const nothing = { verdict: null, mustPassUnmeasured: [], runs: [], versions: null };
