import type { AbResult } from "../compare/index.ts";
import type { Compared } from "./types.ts";

/** What a gate keeps of a comparison; the run's own summary.json has every unit and case as well. */
export function comparedOf(result: AbResult): Compared {
  const { id, suite, verdict, exitCode, words, identical, rules, hashes, stopped, cost, findings } = result;
  const { affected, corpus, combinations, lost, harderToFind, gained, maybeLost } = result;
  const { quarantined, notCompared, mustPassUnmeasured } = result;
  return {
    ...{ id, suite, verdict, exitCode, words, identical, rules, hashes, stopped, cost, findings },
    ...{ affected, corpus, lost, harderToFind, gained, maybeLost, quarantined, notCompared },
    ...{ mustPassUnmeasured, combinations: combinations.filter((one) => one.affected > 0) },
  };
}
