import type { Layer, LayerFile, Source, Stack, Step } from "../load/index.ts";

/** Every file that a variant of a stack may send, with the layer it stands in: sources, fallbacks, notices of wraps. */
export function filesOf(stack: Stack): { file: LayerFile; layer: Layer }[] {
  return stack.layers.flatMap((layer) => {
    const files = [
      ...inSource(layer.source),
      ...(layer.fallback?.values() ?? []),
      ...layer.steps.flatMap(inStep),
    ];
    return [...new Set(files)].map((file) => ({ file, layer }));
  });
}

function inSource(source: Source): LayerFile[] {
  switch (source.kind) {
    case "file":
      return [...source.files.values()];
    case "parts":
      return source.parts.flatMap(inSource);
    case "files":
      return source.groups.flatMap(({ steps, sources }) => [
        ...steps.flatMap(inStep),
        ...sources.flatMap((file) => [...file.steps, ...(file.entries?.steps ?? [])].flatMap(inStep)),
      ]);
    case "value":
    case "report":
      return [];
  }
}

function inStep(step: Step): LayerFile[] {
  return step.kind === "wrap" && step.notice !== undefined ? [step.notice] : [];
}
