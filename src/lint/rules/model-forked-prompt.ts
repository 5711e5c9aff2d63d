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
      for (const other of others) {
        for (const { id, vars } of stack.layers) {
          if (told.has(id) || !differs(id, [first, other], vars ?? [])) continue;
          told.add(id);
          const args = { profile: first.profile, models: [first.model.id, other.model.id] };
          yield { line: layerLine(id), file: stack.file, layer: id, args };
        }
      }
    }
  },
});

function differs(layer: string, [a, b]: readonly [Fork, Fork], declared: readonly string[]): boolean {
  const [one, two] = [a.texts.get(layer), b.texts.get(layer)];
  if (one === two) return false;
  if (one === undefined || two === undefined) return true;
  const [left, right] = [one.split("\n"), two.split("\n")];
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
