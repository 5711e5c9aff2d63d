import { defineRule } from "../types.ts";

/** A text that stands in a layer it was kept out of on purpose. */
export const misplacedText = defineRule({
  kind: "misplaced-text",
  severity: "error",
  heuristic: false,
  inputs: ["text", "settings"],
  *run({ text, settings }) {
    if (text.role !== "layer") return;
    for (const { text: found, layers, reason } of settings.placed) {
      if (text.layers.some((layer) => layers.includes(layer)) || !text.text.includes(found)) continue;
      for (const [i, line] of text.text.split("\n").entries()) {
        if (line.includes(found)) yield { line: text.firstLine + i, args: { found, layers, reason } };
      }
    }
  },
});
