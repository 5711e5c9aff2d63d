import { assemble, type Assembly, type Combination, type CountTokens } from "../../assemble/index.ts";
import {
  asStable,
  type CacheRules,
  cacheRules,
  type KnownChanges,
  type PricedLine,
  pricedPrompt,
  type PricedPrompt,
  priceLines,
  priceSession,
  type SessionPrice,
  type SessionShape,
} from "../../cost/index.ts";
import { measureStability, type Stability } from "../../stability/index.ts";

/** What one combination costs. */
export interface Cost {
  combination: Combination;
  assembly: Assembly;
  rules: CacheRules;
  prompt: PricedPrompt;
  /** With the breaks that the experiment found and the promises admit. */
  asIs: SessionPrice;
  /** If nothing of the prompt changed within a session. */
  stable: SessionPrice;
  /** Every line with what it costs as it is. */
  lines(): PricedLine[];
  /** The version that is compared with. */
  against?: Cost;
}

export interface CostSettings {
  shape: SessionShape;
  countTokens: CountTokens;
}

/** Prices a combination. Throws a UserError when it does not assemble. */
export function costOf(combination: Combination, { shape, countTokens }: CostSettings): Cost {
  const { stack, model } = combination;
  const assembly = assemble(combination);
  // Only places within one model are asked of the experiment: no token of its many prompts is counted.
  const known = knownChanges(measureStability(combination, { models: [], countTokens: () => 0 }));
  const prompt = pricedPrompt(assembly, stack, known, countTokens);
  const rules = cacheRules(model);
  const asIs = priceSession(prompt, shape, rules, model.prices);
  return {
    ...{ combination, assembly, rules, prompt, asIs },
    stable: priceSession(asStable(prompt), shape, rules, model.prices),
    lines: () => priceLines(assembly, stack.layers, prompt, asIs, countTokens),
  };
}

/** Worlds in which a layer that differs in the next turn does so in every turn. */
const always: readonly string[] = ["second", "minutes", "order"];

/** What the experiment says of a session: which layers change while it lasts, and what another session shares. */
function knownChanges({ pairs, prefixBytes }: Stability): KnownChanges {
  const layers = new Map<string, { changes: "sometimes" | "every-turn"; keepsBytes: number }>();
  for (const { world, relation, changed } of pairs) {
    if (relation !== "turn") continue;
    for (const { layer, layerByte, verdict } of changed) {
      if (verdict === "allowed") continue;
      const before = layers.get(layer);
      const isAlways = always.includes(world) || before?.changes === "every-turn";
      layers.set(layer, {
        changes: isAlways ? "every-turn" : "sometimes",
        keepsBytes: Math.min(layerByte, before?.keepsBytes ?? Infinity),
      });
    }
  }
  const others = pairs.filter(
    ({ world, relation }) => relation === "session" && ["minutes", "session"].includes(world),
  );
  return { layers, sharedBytes: Math.min(prefixBytes, ...others.map(({ shared }) => shared)) };
}
