import { loadTokenizer } from "../assemble/index.ts";
import { type SessionShape, usualSession } from "../cost/index.ts";
import { stableJson, UserError } from "../util/index.ts";
import { otherSide } from "./costing/other-side.ts";
import { costToJson } from "./costing/cost-json.ts";
import { costOf } from "./costing/cost-of.ts";
import { renderCost, renderCosts, renderLines } from "./costing/render-costs.ts";
import type { Io } from "./io.ts";
import { findRoot } from "./find-root.ts";
import { openPrompts } from "./open-prompts.ts";
import { commandFinding } from "./messages.ts";
import { printFindings } from "./print-findings.ts";
import { type CombinationFilter, selectCombinations } from "./select-combinations.ts";

export interface CostOptions extends CombinationFilter {
  root?: string;
  json?: boolean;
  turns?: number;
  userTokens?: number;
  answerTokens?: number;
  seconds?: number;
  changes?: number;
  warm?: boolean;
  /** true: the twenty dearest lines. */
  lines?: number | true;
  against?: string;
}

/** `strata cost`: what prompts cost over a session, by layer, tier and line, and what an edit changes of that. */
export async function costCommand(io: Io, options: CostOptions): Promise<number> {
  const shape = shapeOf(options);
  const root = findRoot(io, options.root);
  const project = openPrompts(root, options.scenario, io.parsed);
  const combinations = selectCombinations(project, options);
  const other = options.against === undefined ? undefined : await otherSide(root, project, options.against);
  const countTokens = await loadTokenizer();
  const settings = { shape, countTokens };
  const costs = combinations.map((combination) => {
    const before = other?.combination(combination);
    const cost = costOf(combination, settings);
    return before === undefined ? cost : { ...cost, against: costOf(before, settings) };
  });
  if (other !== undefined && costs.every((cost) => !("against" in cost)))
    throw new UserError([commandFinding("nothing-against", { operand: options.against! })]);
  if (other !== undefined) printFindings(io, other.missing());
  const lines = options.lines === true ? 20 : options.lines;
  if (options.json) {
    const documents = costs.map((cost) => costToJson(cost, lines));
    io.stdout.write(`${stableJson({ schema: 1, assumptions: shape, combinations: documents }, 2)}\n`);
    return 0;
  }
  io.stdout.write(costs.length === 1 ? renderCost(costs[0]!, shape) : renderCosts(costs, shape));
  if (lines !== undefined) for (const cost of costs) io.stdout.write(`\n${renderLines(cost, lines)}`);
  return 0;
}

function shapeOf({ turns, userTokens, answerTokens, seconds, changes, warm }: CostOptions): SessionShape {
  return {
    turns: turns ?? usualSession.turns,
    userTokens: userTokens ?? usualSession.userTokens,
    answerTokens: answerTokens ?? usualSession.answerTokens,
    secondsBetweenTurns: seconds ?? usualSession.secondsBetweenTurns,
    changes: changes ?? usualSession.changes,
    warm: warm ?? usualSession.warm,
  };
}
