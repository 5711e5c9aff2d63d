import { matchingLines } from "../text/lines.ts";
import { defineRule } from "../types.ts";

const patterns = [
  /\{\{[^{}\n]{1,80}\}\}/,
  /\{%-?\s{0,3}\w[^%\n]{0,120}%\}/,
  /<%[=-]?\s[^%\n]{0,120}%>/,
  /\[(?:INSERT|YOUR|FILL IN|PLACEHOLDER)\b[^\]\n]{0,60}\]/,
  /<(?:YOUR|INSERT)[ _-][A-Z _-]{1,40}>/,
  /\blorem ipsum\b/i,
];
/** Files that are meant to be rendered later. */
const templates = /\.(?:j2|jinja2?|tmpl|tpl|hbs|mustache|liquid|njk|ejs|erb)$/i;

/** What a template, or its author, meant to fill in and did not. */
export const templateLeftover = defineRule({
  kind: "template-leftover",
  severity: "warning",
  heuristic: true,
  inputs: ["text"],
  *run({ text }) {
    if (text.rendered || text.role === "settings" || templates.test(text.file)) return;
    for (const { line, match } of matchingLines(text.prose.lines, text.firstLine, patterns))
      yield { line, args: { found: match } };
  },
});
