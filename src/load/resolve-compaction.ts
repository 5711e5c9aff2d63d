import type { WrittenStack } from "../schema/index.ts";
import type { LayerContext } from "./layer-context.ts";
import { checkSelectorNames } from "./resolve-layer.ts";
import { checkInput, checkLayer } from "./resolve-source.ts";
import { resolveSelector } from "./selector.ts";
import type { Compaction } from "./stack-types.ts";

/** How a stack compacts; layers, inputs and profiles that it names must be there. */
export function resolveCompaction({ compaction }: WrittenStack, context: LayerContext): Compaction | null {
  if (compaction === undefined) return null;
  const { trigger, exclude, directives, hooks } = compaction;
  const { when = {}, ...rest } = trigger;
  const at = ["compaction"];
  exclude.forEach((name, i) => checkLayer(name, [...at, "exclude", i], context));
  if (directives !== undefined) checkLayer(directives.layer, [...at, "directives", "layer"], context);
  if (hooks.optIn !== undefined) checkInput(hooks.optIn.input, [...at, "hooks", "optIn", "input"], context);
  if (typeof rest.share === "object")
    checkInput(rest.share.input, [...at, "trigger", "share", "input"], context);
  checkSelectorNames({ when }, [...at, "trigger"], context);
  return { ...compaction, trigger: { ...rest, when: resolveSelector(when) } };
}
