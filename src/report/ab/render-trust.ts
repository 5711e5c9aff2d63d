import type { TrustReport } from "../../compare/index.ts";
import { plainLine } from "../../util/index.ts";
import { wrapText } from "../text-width.ts";

const most = 20;

/** What stored runs tell about the corpus, for a terminal of `width` columns. */
export function renderTrust(
  { versions, flakes, alwaysPass, alwaysFail, alike }: TrustReport,
  { runs, width }: { runs: readonly string[]; width: number },
): string {
  const unsteady = flakes
    .filter(({ flip }) => flip !== null && flip > 0)
    .toSorted((a, b) => b.flip! - a.flip!);
  const flaking = unsteady.slice(0, most).map(({ case: id, combination, passes, runs: of, flip, flaky }) => {
    const note = flaky ? "; too flaky to be must-pass" : "";
    return `  ${id} in ${combination}: ${passes} of ${of} passed, two runs disagree ${Math.round(100 * flip!)}% of the time${note}`;
  });
  const blocks = [
    [`${count(runs.length, "run")}, ${count(versions, "prompt version")}.`],
    section(
      `Cases that flake on the version that was run last: ${unsteady.length === 0 ? "none." : ""}`,
      flaking,
      unsteady.length,
    ),
    list("Cases that passed on every version, and so told none apart", alwaysPass),
    list("Cases that failed on every version", alwaysFail),
    section(
      `Cases that only ever agree with another${alike.length === 0 ? ": none." : "; one of each group would do:"}`,
      alike.slice(0, most).map((group) => `  ${group.join(", ")}`),
      alike.length,
    ),
    ...(versions < 2
      ? [["With one version nothing can be said about which cases tell versions apart."]]
      : []),
  ];
  return `${blocks.map((lines) => lines.flatMap((line) => wrapText(plainLine(line), width)).join("\n")).join("\n\n")}\n`;
}

function list(title: string, ids: readonly string[]): string[] {
  return section(
    `${title}: ${ids.length === 0 ? "none." : String(ids.length)}`,
    ids.slice(0, most).map((id) => `  ${id}`),
    ids.length,
  );
}

function section(title: string, lines: readonly string[], all: number): string[] {
  return [title.trimEnd(), ...lines, ...(all > most ? [`  … and ${all - most} more, see --json`] : [])];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
