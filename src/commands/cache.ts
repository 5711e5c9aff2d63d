import { type Combination, loadTokenizer } from "../assemble/index.ts";
import { diskTree, lineReader } from "../load/index.ts";
import { measureStability, sharePrefixes, stabilityFindings } from "../stability/index.ts";
import { stableJson } from "../util/index.ts";
import { renderPairs } from "./caching/render-pairs.ts";
import { renderShared, renderStabilities } from "./caching/render-stabilities.ts";
import type { Io } from "./io.ts";
import { findRoot } from "./find-root.ts";
import { openPrompts } from "./open-prompts.ts";
import { printFindings } from "./print-findings.ts";
import { type CombinationFilter, selectCombinations } from "./select-combinations.ts";

export interface CacheOptions extends CombinationFilter {
  root?: string;
  json?: boolean;
}

/**
 * `strata cache`: assembles prompts in worlds that differ in one respect each, and says where the cached prefix breaks
 * and whether the tiers promise otherwise.
 */
export async function cacheCommand(io: Io, options: CacheOptions): Promise<number> {
  const root = findRoot(io, options.root);
  const project = openPrompts(root, options.scenario, io.parsed);
  const combinations = selectCombinations(project, options);
  const countTokens = await loadTokenizer();
  const models = [...project.models.values()];
  const measured = combinations.map((combination: Combination) => ({
    stack: combination.stack,
    stability: measureStability(combination, { models, countTokens }),
  }));
  const shared = sharePrefixes(combinations, countTokens);
  const findings = stabilityFindings(measured, lineReader(diskTree(root)));
  const stabilities = measured.map(({ stability }) => stability);
  if (options.json) {
    io.stdout.write(`${stableJson({ schema: 1, combinations: stabilities, shared, findings }, 2)}\n`);
  } else if (stabilities.length === 1) io.stdout.write(renderPairs(stabilities[0]!));
  else io.stdout.write(`${renderStabilities(stabilities)}\n${renderShared(shared)}`);
  printFindings(io, findings);
  return findings.length > 0 ? 1 : 0;
}
