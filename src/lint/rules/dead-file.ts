import { filesOf } from "../stack-files.ts";
import { defineRule } from "../types.ts";

/** A text in a stack's folder that no variant ever sends. */
export const deadFile = defineRule({
  kind: "dead-file",
  severity: "warning",
  heuristic: false,
  inputs: ["variants", "files"],
  *run({ variants, files }) {
    const used = new Set(variants.flatMap((stack) => filesOf(stack).map(({ file }) => file.path)));
    for (const file of files) if (!used.has(file)) yield { line: 1, file, args: {} };
  },
});
