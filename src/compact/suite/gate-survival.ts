import { type Finding, sortFindings } from "../../util/index.ts";
import type { FactVerdict } from "../facts/index.ts";
import { compactFinding } from "../messages.ts";
import type { StrategyId } from "../strategies/index.ts";
import { missingMemory } from "./active-facts.ts";
import type { SurvivalBoundary, SurvivalRun } from "./types.ts";

/**
 * Sources of which a strategy promises to lose no prohibition and nothing of high severity. Memory stands outside of
 * every strategy and is always promised; a window that slides promises nothing else, by design.
 */
const promised: Record<StrategyId, readonly FactVerdict["source"][]> = {
  noop: ["user", "assistant", "tool"],
  oracle: ["user", "assistant", "tool"],
  "summarize-all": ["user", "assistant"],
  "head-tail": ["user", "assistant"],
  "user-messages": ["user"],
  "sliding-window": [],
  "tool-clearing": ["user", "assistant"],
  hierarchical: ["user", "assistant"],
  notes: ["user", "assistant"],
  "anthropic-compact": [],
  "openai-compact": [],
};

/** Whether a strategy promises anything of what the user said. */
export function promisesUsers(strategy: StrategyId): boolean {
  return promised[strategy].includes("user");
}

/** Whether a run decides: the stack's own strategy, and no loss that the stack declares itself. */
export function gates({ own, known }: SurvivalRun): boolean {
  return own && known === null;
}

/**
 * What is wrong with the stacks' own strategies: what must hold at every boundary, memory that is not there word for
 * word, promised facts that are lost, contradictions of high severity, planted instructions that a summary carries on.
 * Strategies that are there to compare with, and losses that a stack declares, are in no finding here.
 */
export function gateSurvival(runs: readonly SurvivalRun[], everyProfile = true): Finding[] {
  const findings = runs
    .filter(gates)
    .flatMap((run) => run.boundaries.flatMap((boundary) => gateBoundary(run, boundary)));
  const all = [...(everyProfile ? neverThere(runs) : []), ...findings];
  return sortFindings([...new Map(all.map((finding) => [finding.message, finding])).values()]);
}

function gateBoundary(run: SurvivalRun, boundary: SurvivalBoundary): Finding[] {
  const { stack, variant, profile, strategy, session } = run;
  const whose = { stack, variant, profile, strategy, generation: boundary.generation, session };
  const place = { file: `corpus/compaction/${session}.yaml` };
  return [
    ...boundary.findings,
    ...boundary.facts.flatMap((fact): Finding[] => {
      const about = { ...whose, fact: fact.fact };
      if (fact.verdict === "contradicted" && fact.severity === "high")
        return [compactFinding("fact-contradicted", { ...about, reason: fact.reason ?? "" }, place)];
      if (fact.survived !== false || !isPromised(fact, strategy)) return [];
      return [compactFinding("fact-lost", { ...about, verdict: said[fact.verdict] }, place)];
    }),
    ...boundary.injections.carried
      .filter(({ attributed }) => !attributed)
      .map(({ id }) => compactFinding("injection-carried", { ...whose, fact: id }, place)),
  ];
}

function isPromised({ source, kind, severity }: FactVerdict, strategy: StrategyId): boolean {
  if (source === "memory") return true;
  return promised[strategy].includes(source) && (kind === "prohibition" || severity === "high");
}

const said = {
  kept_exact: "there",
  kept_normalised: "there in another form only",
  paraphrased: "paraphrased",
  contradicted: "contradicted",
  lost: "lost",
  not_observable: "not observable",
} satisfies Record<FactVerdict["verdict"], string>;

/** Facts of memory that no prompt of a stack ever held: the session says the wrong place. */
function neverThere(runs: readonly SurvivalRun[]): Finding[] {
  const seen = new Map<string, { stack: string; session: string; fact: string; there: boolean }>();
  for (const { stack, session, boundaries } of runs) {
    const observable = boundaries.filter((boundary) => boundary.observable);
    for (const { fact, source, reason } of observable.flatMap(({ facts }) => facts)) {
      if (source !== "memory") continue;
      const key = [stack, session, fact].join("\0");
      const there = seen.get(key)?.there === true || reason !== missingMemory;
      seen.set(key, { stack, session, fact, there });
    }
  }
  return [...seen.values()].flatMap(({ there, ...args }) =>
    there
      ? []
      : [compactFinding("fact-never-there", args, { file: `corpus/compaction/${args.session}.yaml` })],
  );
}
