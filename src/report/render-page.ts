import { hash } from "node:crypto";
import { canonicalText } from "../util/index.ts";
import { escapeScript, type Markup, markup, trustedMarkup } from "./markup.ts";
import { pageStyle } from "./page-style.ts";

export interface Page {
  title: string;
  body: Markup;
  /** Added to the style that all pages have. */
  style?: string;
  /** Ours alone: no other script runs, whatever a model's output might smuggle in. */
  scripts?: readonly string[];
}

/** A page that needs nothing else: no request of any kind, and readable where scripts are forbidden. */
export function renderPage({ title, body, style = "", scripts: sources = [] }: Page): string {
  const scripts = sources.map((source) => escapeScript(canonicalText(source)));
  const hashes = scripts.map((source) => ` 'sha256-${hash("sha256", source, "base64")}'`).join("");
  const policy = [
    "default-src 'none'",
    ...(scripts.length === 0 ? [] : [`script-src${hashes}`]),
    ...["style-src 'unsafe-inline'", "img-src data:", "base-uri 'none'", "form-action 'none'"],
  ].join("; ");
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustedMarkup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trustedMarkup(pageStyle)}${trustedMarkup(style)}</style>
</head>
<body>
${body}${scripts.map((source) => markup`<script>${trustedMarkup(source)}</script>\n`)}</body>
</html>
`.text;
}
