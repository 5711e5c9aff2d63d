import type { FileSource, Source, Step } from "../../load/index.ts";
import { defineRule } from "../types.ts";

/** A layer that takes in files of the world, however long they are. */
export const unboundedLayer = defineRule({
  kind: "unbounded-layer",
  severity: "warning",
  heuristic: false,
  inputs: ["stack", "layerLine"],
  *run({ stack, layerLine }) {
    for (const layer of stack.layers) {
      if (layer.steps.some(isBound)) continue;
      const open = unboundedIn(layer.source);
      if (open.length === 0) continue;
      const source = [...new Set(open.map(nameOf))].slice(0, 3).join(", ");
      yield { line: layerLine(layer.id), file: stack.file, layer: layer.id, args: { source } };
    }
  },
});

function unboundedIn(source: Source): FileSource[] {
  if (source.kind === "parts") return source.parts.flatMap(unboundedIn);
  if (source.kind !== "files") return [];
  return source.groups
    .filter(({ steps }) => !steps.some(isBound))
    .flatMap(({ sources }) => sources)
    .filter(
      (file) => file.kind !== "index" && !file.steps.some(isBound) && file.jsonLines?.latest === undefined,
    );
}

function isBound(step: Step): boolean {
  return (
    step.kind === "bound" || (step.kind === "guard" && step.guards.some(({ name }) => name === "max-bytes"))
  );
}

function nameOf(source: FileSource): string {
  switch (source.kind) {
    case "first":
    case "given":
      return source.paths[0]!;
    case "beside":
    case "walk":
      return source.names[0]!;
    case "rules":
    case "folder":
    case "index":
      return source.dir;
  }
}
