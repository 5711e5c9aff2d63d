import { type AssembledLayer, layerText } from "../../assemble/index.ts";
import type { WrittenModel } from "../../schema/index.ts";
import { defineRule, type Fork } from "../types.ts";

/**
 * A layer whose bytes depend on the model that the prompt is assembled for. A line that states the model, its window
 * or its capabilities, in a layer that declares them, is no fork.
 */
export const modelForkedPrompt = defineRule({
  kind: "model-forked-prompt",
  severity: "error",
  heuristic: false,
  inputs: ["stack", "forks", "layerLine"],
  *run({ stack, forks, layerLine }) {
    const told = new Set<string>();
    for (const [first, ...others] of forks) {
      if (first === undefined) continue;
      const mine = layersOf(first);
      for (const other of others) {
        const theirs = layersOf(other);
        for (const { id, vars } of stack.layers) {
          const pair = [mine.get(id), theirs.get(id)] as const;
          if (told.has(id) || !differs(pair, [first, other], vars ?? [])) continue;
          told.add(id);
          const args = { profile: first.assembly.profile, models: [first.model.id, other.model.id] };
          yield { line: layerLine(id), file: stack.file, layer: id, args };
        }
      }
    }
  },
});

function layersOf({ assembly }: Fork): ReadonlyMap<string, AssembledLayer> {
  return new Map(assembly.layers.map((layer) => [layer.id, layer]));
}

function differs(
  [one, two]: readonly [AssembledLayer | undefined, AssembledLayer | undefined],
  [a, b]: readonly [Fork, Fork],
  declared: readonly string[],
): boolean {
  if (one === undefined || two === undefined) return one !== two;
  if (one.hash === two.hash) return false;
  const [left, right] = [layerText(a.assembly, one).split("\n"), layerText(b.assembly, two).split("\n")];
  if (left.length !== right.length) return true;
  return left.some(
    (line, i) =>
      line !== right[i] &&
      withoutModel(line, a.model, declared) !== withoutModel(right[i]!, b.model, declared),
  );
}

/** A line with the facts of its model replaced by their names, as far as the layer declares them. */
function withoutModel(line: string, model: WrittenModel, declared: readonly string[]): string {
  const facts = {
    model: model.id,
    window: model.window === null ? "no token limit" : `${model.window} tokens`,
    capabilities: model.capabilities.length === 0 ? "none" : model.capabilities.join(", "),
  };
  let neutral = line;
  for (const [name, value] of Object.entries(facts)) {
    if (declared.includes(name)) neutral = neutral.replaceAll(value, `{{${name}}}`);
  }
  return neutral;
}
