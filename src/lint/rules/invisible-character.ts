import { findInvisible } from "../text/invisible.ts";
import { defineRule } from "../types.ts";

/** Characters that show nothing or turn the direction of what is shown, where no script or emoji needs them. */
export const invisibleCharacter = defineRule({
  kind: "invisible-character",
  severity: "error",
  heuristic: false,
  inputs: ["text"],
  *run({ text }) {
    for (const { line, points } of findInvisible(text.text)) {
      yield { line: text.firstLine + line - 1, args: { points } };
    }
  },
});
