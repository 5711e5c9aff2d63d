import { type Finding, nearest } from "../util/index.ts";
import { lineOf } from "./entry-text.ts";
import type { LayerFile } from "./layer-file.ts";
import { loadFinding } from "./messages.ts";
import { findPlaceholders } from "./placeholders.ts";

/**
 * Checks the text of a layer that declares variables: every {{name}} declared, every declaration used there or in the
 * heading, no other {{.
 */
export function checkTemplate(
  files: readonly LayerFile[],
  vars: readonly string[],
  heading = "",
): { findings: Finding[]; unused: string[] } {
  const findings: Finding[] = [];
  const used = new Set(findPlaceholders(heading).placeholders.map(({ name }) => name));
  for (const file of files) {
    const { placeholders, strayAt } = findPlaceholders(file.text);
    const place = (at: number) => ({ file: file.path, line: file.firstLine + lineOf(file.text, at) - 1 });
    for (const { name, at } of placeholders) {
      used.add(name);
      if (vars.includes(name)) continue;
      findings.push(loadFinding("undeclared-variable", { name, near: nearest(name, vars) }, place(at)));
    }
    if (strayAt !== null) findings.push(loadFinding("literal-braces", {}, place(strayAt)));
  }
  const isRead = files.length > 0 || used.size > 0;
  return { findings, unused: isRead ? vars.filter((name) => !used.has(name)) : [] };
}
