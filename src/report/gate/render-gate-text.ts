import type { GatePart, GateReport } from "../../gate/index.ts";
import { plainLine } from "../../util/index.ts";
import { gateHeadline, gateLastLine, partMark, shownCases } from "./gate-words.ts";

/** A gate for a terminal: what the corpus lost, the parts in their order, what was lost, how to go back. */
export function renderGateText(report: GateReport): string {
  const lines = [gateHeadline(report)];
  if (report.shrunk.length > 0) {
    lines.push("", "Cases that prove less than at the base:");
    lines.push(...report.shrunk.map(({ case: id, how }) => `  ${id}: ${how.join(", ")}`));
  }
  lines.push("", ...report.parts.flatMap(partLines));
  for (const { title, cases } of shownCases(report)) {
    lines.push("", `${title}:`);
    lines.push(...cases.map(({ name, reason }) => `  ${name}${reason === "" ? "" : `  ${reason}`}`));
  }
  if (report.fault !== null && report.fault.layers.length > 0) {
    lines.push("", `Layers at fault: ${report.fault.layers.join(", ")}`);
  }
  if (report.revert !== null) lines.push("To go back:", `  ${report.revert}`);
  for (const file of report.reports) lines.push(`report: ${file}`);
  lines.push("", gateLastLine(report));
  return `${lines.map(plainLine).join("\n")}\n`;
}

function partLines(one: GatePart): string[] {
  const { part, summary, details } = one;
  return [
    `${partMark(one).padEnd(9)}  ${part.padEnd(10)}  ${summary}`,
    ...details.map((line) => `${" ".repeat(23)}${line}`),
  ];
}
