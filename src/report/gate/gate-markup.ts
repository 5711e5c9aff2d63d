import type { GatePart, GateReport } from "../../gate/index.ts";
import { type Markup, markup } from "../markup.ts";
import { gateHeadline, partMark } from "./gate-words.ts";

/** A gate as a section of the page of its comparison: what the corpus lost, every part, and the way back. */
export function gateMarkup(report: GateReport): Markup {
  const { shrunk, parts, fault, revert } = report;
  const lost =
    shrunk.length === 0
      ? ""
      : markup`<p>Cases that prove less than at the base:</p>
<ul>${shrunk.map(({ case: id, how }) => markup`<li>${id}: ${how.join(", ")}</li>`)}</ul>\n`;
  const layers =
    fault === null || fault.layers.length === 0
      ? ""
      : markup`<p>Layers at fault: ${fault.layers.join(", ")}</p>\n`;
  const back = revert === null ? "" : markup`<p>To go back:</p>\n<pre>${revert}</pre>\n`;
  return markup`<h2>Gate</h2>
<p>${gateHeadline(report)}</p>
${lost}<div class="scroll"><table><tbody>
${parts.map(partRow)}</tbody></table></div>
${layers}${back}`;
}

function partRow(part: GatePart): Markup {
  const { code, summary, findings } = part;
  // The page is about the comparison: what it found stands below.
  const told = part.part === "comparison" ? [] : findings.filter(({ severity }) => severity !== "info");
  const lines = told.map(({ file, line, message }) => {
    const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}  `;
    return markup`<p class="facts">${place}${message}</p>`;
  });
  return markup`<tr><td class="part-${code}">${partMark(part)}</td><td>${part.part}</td><td>${summary}${lines}</td></tr>\n`;
}
