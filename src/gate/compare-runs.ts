import {
  type AbCase,
  defaultRules,
  type ExactUnit,
  type Outcome,
  type UnitOutcomes,
} from "../compare/index.ts";
import { isLocal, type Trial } from "../run/index.ts";
import { compareText, type Finding } from "../util/index.ts";
import { judgeUnits } from "./judge-units.ts";
import { gateFinding } from "./messages.ts";
import type { Compared, Gate } from "./types.ts";

/** A stored run of a suite. */
export interface StoredRun {
  id: string;
  suite: string;
  /** Of its cases, with everything that decides their verdict. */
  corpusHash: string;
  mustPass: ReadonlySet<string>;
  rows: readonly Trial[];
}

/**
 * Compares two stored runs of one suite, or says what keeps them from being compared: another corpus, other assertions
 * or another grader, other trials.
 */
export function compareRuns(
  base: StoredRun,
  run: StoredRun,
  gate: Gate,
  quarantined: ReadonlyMap<string, string>,
): { compared: Compared } | { findings: Finding[] } {
  const [a, b] = [unitsOf(base), unitsOf(run)];
  const findings = differences(base, run, a, b);
  if (findings.length > 0) return { findings };
  const pairs = [...a].map(([key, one]) => ({ a: one, b: b.get(key)! }));
  const affected = pairs.filter((pair) => !pair.a.every((row, i) => isSameAsked(row, pair.b[i]!)));
  const exact = affected.filter((pair) => isExact(pair.a) && isExact(pair.b));
  const sampled = affected.filter((pair) => !exact.includes(pair));
  const looks = sampled.map((pair): UnitOutcomes => ({
    ...{ ...idOf(pair.a[0]!), policy: policyOf(pair.a[0]!, run) },
    ...{ a: pair.a.map(outcomeOf), b: pair.b.map(outcomeOf) },
  }));
  const most = Math.max(1, ...looks.map((unit) => unit.a.length));
  const { margin, goal } = gate.suites[run.suite]!;
  // What is stored was not looked at in between: all of it is one look.
  const rules = { ...defaultRules, margin, goal, looks: [most], confirm: "none" as const };
  const exactUnits = exact.map((pair): ExactUnit => ({
    ...{ ...idOf(pair.a[0]!), policy: policyOf(pair.a[0]!, run) },
    ...{ a: certain(pair.a[0]!), b: certain(pair.b[0]!) },
  }));
  const judged = judgeUnits({ exact: exactUnits, looks, confirmation: [] }, rules, quarantined);
  const cases = (wanted: readonly ExactUnit[] = []) => wanted.map((unit) => caseOf(unit, a, b, quarantined));
  const { length } = affected;
  return {
    compared: {
      ...{ id: run.id, suite: run.suite, verdict: judged.verdict, identical: false, rules, stopped: null },
      exitCode: judged.verdict === "regressed" ? 1 : judged.verdict === "inconclusive" ? 3 : 0,
      words: length === 0 ? ["The two runs asked the same: nothing was compared."] : judged.words,
      hashes: { corpus: run.corpusHash, graders: "", config: "" },
      affected: { cases: new Set(affected.map((pair) => pair.a[0]!.case)).size, units: length },
      corpus: { cases: new Set(pairs.map((pair) => pair.a[0]!.case)).size, units: pairs.length },
      combinations: [],
      ...{ lost: cases(judged.exact?.lost), gained: cases(judged.exact?.gained) },
      ...{ harderToFind: [], maybeLost: cases(judged.exact?.maybeLost) },
      quarantined: [...quarantined].map(([id, reason]) => ({ case: id, reason })),
      notCompared: { onlyA: [], onlyB: [], changed: [], stacks: { onlyA: [], onlyB: [] } },
      mustPassUnmeasured: unmeasured(affected, run),
      ...{ cost: { calls: 0, usd: 0, runsSaved: 0 }, findings: [] },
    },
  };
}

type Units = Map<string, Trial[]>;

/** Trials by case and combination, in the order of their repeats. */
function unitsOf({ rows }: StoredRun): Units {
  const sorted = rows.toSorted((x, y) => x.repeat - y.repeat);
  return Map.groupBy(sorted, (row) => `${row.case}\0${combinationOf(row)}`);
}

function differences(base: StoredRun, run: StoredRun, a: Units, b: Units): Finding[] {
  const say = (part: string, what: string) => gateFinding("not-comparable", { part, what });
  if (base.suite !== run.suite)
    return [say("suite", `${base.id} ran ${base.suite}, ${run.id} ran ${run.suite}`)];
  const found: Finding[] = [];
  const common = [...a.keys()].filter((key) => b.has(key));
  const regraded = common.filter((key) => a.get(key)![0]!.gradeKey !== b.get(key)![0]!.gradeKey);
  if (regraded.length > 0) found.push(say("grader", `assertions or grader differ in ${names(regraded)}`));
  const lonely = [...a.keys(), ...b.keys()].filter((key) => !a.has(key) || !b.has(key));
  if (lonely.length > 0) found.push(say("corpus", `one of the runs alone has ${names(lonely)}`));
  if (found.length === 0 && base.corpusHash !== run.corpusHash)
    found.push(say("corpus", "inputs of cases differ"));
  const uneven = common.filter((key) => a.get(key)!.length !== b.get(key)!.length);
  if (uneven.length > 0) {
    const [first] = uneven;
    const counts = `${a.get(first!)!.length} and ${b.get(first!)!.length} runs`;
    found.push(say("trials", `${counts} of ${names(uneven)}`));
  }
  return found;
}

/** Case ids, each once, the first few. */
function names(keys: readonly string[]): string {
  const ids = [...new Set(keys.map((key) => key.split("\0")[0]!))].toSorted(compareText);
  return ids.length <= 5 ? ids.join(", ") : `${ids.slice(0, 5).join(", ")} and ${ids.length - 5} more`;
}

function isSameAsked(one: Trial, other: Trial): boolean {
  return one.requestKey === other.requestKey && one.hash === other.hash;
}

function isExact(rows: readonly Trial[]): boolean {
  return rows.every(({ answer }) => answer === null || isLocal(answer));
}

function idOf(row: Trial) {
  return { case: row.case, combination: combinationOf(row) };
}

function combinationOf({ stack, variant, profile, model }: Trial): string {
  return `${stack}@${variant}/${profile} for ${model}`;
}

function policyOf(row: Trial, { mustPass }: StoredRun): "must-pass" | undefined {
  return mustPass.has(row.case) ? "must-pass" : undefined;
}

function outcomeOf(row: Trial): Outcome {
  return certain(row);
}

function certain({ status }: Trial): 0 | 1 | null {
  return status === "passed" ? 1 : status === "failed" ? 0 : null;
}

function caseOf(unit: ExactUnit, a: Units, b: Units, quarantined: ReadonlyMap<string, string>): AbCase {
  const key = `${unit.case}\0${unit.combination}`;
  const answer = ({ status, reason, output }: Trial) => ({ status, reason, output });
  return {
    ...{ case: unit.case, combinations: [unit.combination], mode: "exact", policy: unit.policy ?? null },
    quarantined: quarantined.get(unit.case) ?? null,
    ...{ a: answer(a.get(key)![0]!), b: answer(b.get(key)![0]!), runs: null },
  };
}

function unmeasured(pairs: readonly { a: Trial[]; b: Trial[] }[], { mustPass }: StoredRun): string[] {
  const open = pairs.filter(
    (pair) =>
      [pair.a, pair.b].some((rows) => rows.every((row) => certain(row) === null)) &&
      mustPass.has(pair.a[0]!.case),
  );
  return [...new Set(open.map((pair) => pair.a[0]!.case))].toSorted(compareText);
}
