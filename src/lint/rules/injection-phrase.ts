import { scanText } from "../../assemble/index.ts";
import { defineRule } from "../types.ts";

/** Memory and context that speak to the model as its prompt does. */
export const injectionPhrase = defineRule({
  kind: "injection-phrase",
  severity: "warning",
  heuristic: true,
  inputs: ["text"],
  *run({ text }) {
    if (text.role !== "memory" && text.role !== "file") return;
    const whole = threatsIn(text.text);
    if (whole.length === 0) return;
    const left = new Set(whole);
    for (const [i, line] of text.text.split("\n").entries()) {
      const ids = threatsIn(line);
      for (const id of ids) left.delete(id);
      if (ids.length > 0) yield { line: text.firstLine + i, args: { ids } };
    }
    // What runs over several lines belongs to the file.
    if (left.size > 0) yield { line: text.firstLine, args: { ids: [...left] } };
  },
});

/** Invisible characters have a rule of their own. */
function threatsIn(text: string): string[] {
  const { ids } = scanText(text, { scope: "context", window: Infinity });
  return ids.filter((id) => !id.startsWith("invisible"));
}
