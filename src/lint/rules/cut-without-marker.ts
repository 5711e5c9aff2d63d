import type { Source, Step } from "../../load/index.ts";
import { defineRule } from "../types.ts";

/** A bound that cuts in silence. */
export const cutWithoutMarker = defineRule({
  kind: "cut-without-marker",
  severity: "warning",
  heuristic: false,
  inputs: ["stack", "layerLine"],
  *run({ stack, layerLine }) {
    for (const layer of stack.layers) {
      const silent = [...layer.steps, ...stepsIn(layer.source)].find(cutsSilently);
      if (silent === undefined) continue;
      const { unit, max } = silent as Extract<Step, { kind: "bound" }>;
      const args = { max: typeof max === "number" ? `${max} ${unit}` : `its limit in ${unit}` };
      yield { line: layerLine(layer.id), file: stack.file, layer: layer.id, args };
    }
  },
});

function cutsSilently(step: Step): boolean {
  return step.kind === "bound" && step.marker === "" && step.cut !== "reject" && step.cut !== "skip";
}

function stepsIn(source: Source): Step[] {
  if (source.kind === "parts") return source.parts.flatMap(stepsIn);
  if (source.kind !== "files") return [];
  return source.groups.flatMap(({ steps, sources }) => [
    ...steps,
    ...sources.flatMap((file) => [...file.steps, ...(file.entries?.steps ?? [])]),
  ]);
}
