import { readFileSync } from "node:fs";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import { fixFormat, type LintFinding } from "../../lint/index.ts";
import { splitFrontMatter } from "../../load/index.ts";
import { canonicalText, plainText, writeFileAtomic } from "../../util/index.ts";

/** What --fix does to one file. */
export interface FileFix {
  /** Relative to the root. */
  file: string;
  kinds: string[];
  /** For people: without what a terminal would obey. */
  diff: string;
  text: string;
  /** A layer's text is another one now, and with it its hash. */
  textChanged: boolean;
}

const fixable = new Set(["line-ends", "byte-order-mark", "trailing-space", "front-matter-order"]);

/** The fixes of every file with a finding that can be mended. Allowed findings are no findings, so they stay. */
export function planFixes(root: string, findings: readonly LintFinding[]): FileFix[] {
  const files = new Set(
    findings.flatMap(({ kind, file }) => (fixable.has(kind) && file !== undefined ? [file] : [])),
  );
  return [...files].toSorted().flatMap((file) => {
    const raw = readFileSync(path.resolve(root, file), "utf8");
    const isLayer = file.startsWith("prompts/");
    const { text, kinds } = fixFormat(raw, isLayer);
    if (kinds.length === 0) return [];
    const textChanged = isLayer && bodyOf(raw) !== bodyOf(text);
    return [{ file, kinds, diff: diffOf(file, raw, text), text, textChanged }];
  });
}

/** Writes each file whole or not at all. */
export function applyFixes(root: string, fixes: readonly FileFix[]): void {
  for (const { file, text } of fixes) writeFileAtomic(path.resolve(root, file), text);
}

/** Blanks at line ends and line ends themselves are made visible: they are what changes. */
function diffOf(file: string, before: string, after: string): string {
  const shown = (text: string) =>
    text
      .replace(/^\ufeff/, "<BOM>")
      .replaceAll(/\r\n?/g, "<CR>\n")
      .replaceAll(/[ \t]+(?=\n|$|<CR>)/g, (blanks) => "\u00b7".repeat(blanks.length));
  return plainText(createTwoFilesPatch(file, file, shown(before), shown(after), "", "", { context: 1 }));
}

function bodyOf(raw: string): string {
  const text = canonicalText(raw);
  const split = splitFrontMatter(text);
  return split === null || split === "unterminated" ? text : split.text;
}
