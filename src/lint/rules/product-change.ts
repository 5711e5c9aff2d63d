import { defineRule } from "../types.ts";

/** A change of what builds the prompt, where the prompt is meant to be customised by its inputs. */
export const productChange = defineRule({
  kind: "product-change",
  severity: "warning",
  heuristic: false,
  inputs: ["variants", "changes"],
  *run({ changes }) {
    for (const { file, glob } of changes) yield { line: 1, file, args: { glob } };
  },
});
