import type { FileGroup, Scenario } from "../load/index.ts";
import { type Collected, collectFiles, type CollectOptions } from "./collect-files.ts";
import type { Facts } from "./facts.ts";

/** One question to the facts, and what they answered. */
interface Asked {
  ask(facts: Facts): unknown;
  answer: unknown;
}

interface Known {
  asked: readonly Asked[];
  collected: Collected;
}

// Neither a scenario nor the files of its world change.
const memo = new WeakMap<readonly FileGroup[], WeakMap<Scenario, Known[]>>();

/**
 * {@link collectFiles}, worked out once for all combinations whose facts give the same answers to what it asks: most
 * profiles and models get the same files.
 */
export function collectOnce(groups: readonly FileGroup[], options: CollectOptions): Collected {
  // What a session showed before is not among the facts.
  if (options.exclude !== undefined) return collectFiles(groups, options);
  const { scenario, facts } = options;
  let scenarios = memo.get(groups);
  if (scenarios === undefined) memo.set(groups, (scenarios = new WeakMap()));
  let known = scenarios.get(scenario);
  if (known === undefined) scenarios.set(scenario, (known = []));
  // Asked in the same order, and no further than the first other answer: an answer may itself be a finding.
  let found = known.find(({ asked }) => asked.every(({ ask, answer }) => ask(facts) === answer));
  if (found === undefined) {
    const asked: Asked[] = [];
    found = { asked, collected: collectFiles(groups, { ...options, facts: noting(facts, asked) }) };
    known.push(found);
  }
  const { text, documents, sources, diagnostics } = found.collected;
  return { text, documents: [...documents], sources: [...sources], diagnostics: [...diagnostics] };
}

/** Facts that note what they are asked. */
function noting(facts: Facts, asked: Asked[]): Facts {
  const note = <T>(ask: (facts: Facts) => T): T => {
    const answer = ask(facts);
    asked.push({ ask, answer });
    return answer;
  };
  return {
    text: (name) => note((of) => of.text(name)),
    input: (name) => note((of) => of.input(name)),
    get window() {
      return note((of) => of.window);
    },
    diagnostics: facts.diagnostics,
  };
}
