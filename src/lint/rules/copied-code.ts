import { defineRule } from "../types.ts";
import { copiedLines, windowKeys } from "../text/line-windows.ts";

/** Memory that repeats lines of a file of the workspace. */
export const copiedCode = defineRule({
  kind: "copied-code",
  severity: "warning",
  heuristic: true,
  inputs: ["texts", "workspaceLines"],
  *run({ texts, workspaceLines }) {
    const long = texts
      .filter(({ role }) => role === "memory")
      .map((text) => ({ text, windows: windowKeys(text.text) }))
      .filter(({ windows }) => windows.length > 0);
    if (long.length === 0) return;
    const known = workspaceLines();
    for (const { text, windows } of long) {
      const hit = windows.find(({ key }) => (known.get(key) ?? text.file) !== text.file);
      if (hit === undefined) continue;
      const args = { from: known.get(hit.key)!, lines: copiedLines };
      yield { line: text.firstLine + hit.line - 1, file: text.file, ...layerOf(text.layers), args };
    }
  },
});

function layerOf([layer]: readonly string[]): { layer?: string } {
  return layer === undefined ? {} : { layer };
}
