import type { Stack } from "./stack-types.ts";

/** Finds the line of each layer in stack.yaml; a layer that stands nowhere by its id gets that of `layers`. */
export function layerLines(stack: Stack, lineText: (line: number) => string): (layer: string) => number {
  let lines: Map<string, number> | undefined;
  return (layer) => {
    lines ??= readLines(stack, lineText);
    return lines.get(layer) ?? stack.lineAt(["layers"]);
  };
}

// Layers are sorted into prompt order when they are loaded, so their places in the file are found by their ids.
function readLines(stack: Stack, lineText: (line: number) => string): Map<string, number> {
  const ids = new Set(stack.layers.map(({ id }) => id));
  const lines = new Map<string, number>();
  for (let i = 0; i < stack.layers.length; i++) {
    const line = stack.lineAt(["layers", i, "id"]);
    const id = /\bid["']?:\s*["']?([\w.-]+)/.exec(lineText(line))?.[1];
    if (id !== undefined && ids.has(id)) lines.set(id, line);
  }
  return lines;
}
