import { importMentions } from "../../assemble/index.ts";
import { defineRule } from "../types.ts";

/** An `@path` that the agent would follow into nothing. */
export const unresolvedImport = defineRule({
  kind: "unresolved-import",
  severity: "warning",
  heuristic: false,
  inputs: ["text"],
  *run({ text: { text, firstLine, exists } }) {
    if (exists === null || !text.includes("@")) return;
    for (const { mention, line } of importMentions(text)) {
      if (!exists(mention)) yield { line: firstLine + line - 1, args: { mention } };
    }
  },
});
