import { byteLength } from "../../util/index.ts";
import { defineRule } from "../types.ts";

/** A memory or instruction file that is longer than anybody wants to pay for with every request. */
export const oversizedMemory = defineRule({
  kind: "oversized-memory",
  severity: "warning",
  heuristic: false,
  inputs: ["text", "settings"],
  *run({ text, settings }) {
    if (text.role !== "memory" && text.role !== "file") return;
    const bytes = byteLength(text.text);
    const max = settings.budgets.memoryBytes;
    if (bytes > max) yield { line: text.firstLine, args: { bytes, max } };
  },
});
