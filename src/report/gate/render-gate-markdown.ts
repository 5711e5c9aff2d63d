import type { GatePart, GateReport } from "../../gate/index.ts";
import { codeBlock, codeSpan } from "../markdown.ts";
import { gateHeadline, gateLastLine, type ShownCases, shownCases } from "./gate-words.ts";

const marks = { 0: "✅ ok", 1: "❌ failed", 2: "⛔ refused", 3: "❔ undecided" } as const;

/** Longer answers are cut: a job summary may have one megabyte. */
const longest = 600;
/** More cases of one kind than these are counted alone. */
const mostCases = 50;

/** A gate as Markdown, for the summary of a CI job. Nothing of a prompt or an answer can act as markup. */
export function renderGateMarkdown(report: GateReport): string {
  const { shrunk, fault, revert } = report;
  const blocks = [
    `## Prompt gate: ${codeSpan(gateHeadline(report))}`,
    ...(shrunk.length === 0
      ? []
      : [
          "**Cases that prove less than at the base**",
          bullets(shrunk.map(({ case: id, how }) => [id, how.join(", ")])),
        ]),
    table(report.parts),
    ...report.parts.flatMap(detailBlocks),
    ...shownCases(report).flatMap(caseBlocks),
    ...(fault === null || fault.layers.length === 0
      ? []
      : [`**Layers at fault**: ${fault.layers.map(codeSpan).join(", ")}`]),
    ...(revert === null ? [] : ["To go back:", codeBlock(revert, "sh")]),
    codeSpan(gateLastLine(report)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function table(parts: readonly GatePart[]): string {
  const rows = parts.map(({ part, code, skipped, summary }) => {
    const mark = skipped && code === 0 ? "➖ skipped" : marks[code];
    return `| ${mark} | ${part} | ${codeSpan(summary)} |`;
  });
  return ["| | part | |", "| --- | --- | --- |", ...rows].join("\n");
}

function detailBlocks({ part, details, findings }: GatePart): string[] {
  const lines = [
    ...details,
    ...findings
      .filter(({ severity }) => severity !== "info")
      .map(({ file, line, message }) => `${file ? `${file}${line ? `:${line}` : ""}  ` : ""}${message}`),
  ];
  return lines.length === 0 ? [] : [`**${part}**`, bullets(lines.map((line) => [line]))];
}

function caseBlocks({ title, cases }: ShownCases): string[] {
  const shown = cases.slice(0, mostCases);
  const more = cases.length - shown.length;
  return [
    `**${title}** (${cases.length})`,
    ...shown.flatMap(({ name, combinations, reason, a, b }) => [
      `- ${codeSpan(name)} in ${combinations.map(codeSpan).join(", ")}${reason === "" ? "" : `: ${codeSpan(cut(reason))}`}`,
      ...(b === null ? [] : [answers(a, b)]),
    ]),
    ...(more === 0 ? [] : [`… and ${more} more.`]),
  ];
}

function answers(a: string | null, b: string): string {
  const body = `A: ${cut(a ?? "passed")}\nB: ${cut(b)}`;
  return `<details><summary>answers</summary>\n\n${codeBlock(body, "text")}\n\n</details>`;
}

function bullets(items: readonly (readonly string[])[]): string {
  return items.map((words) => `- ${words.map(codeSpan).join(": ")}`).join("\n");
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
