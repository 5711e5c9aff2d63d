import { expect, test } from "vitest";
import type { GateReport } from "../../gate/index.ts";
import { gateMarkup } from "./gate-markup.ts";
import { renderGateMarkdown } from "./render-gate-markdown.ts";
import { renderGateText } from "./render-gate-text.ts";

const hostile =
  "`</details>` | <img src=x onerror=alert(1)> \u001b[31mred\u001b[0m\n## Fake `````\n[x](javascript:1)";

function aReport(changes: Partial<GateReport> = {}): GateReport {
  const answer = { status: "failed", reason: hostile, output: hostile } as const;
  const one = {
    ...{
      case: "till",
      combinations: ["mini@default/main"],
      mode: "exact",
      policy: "must-pass",
      quarantined: null,
    },
    ...{ a: { status: "passed", reason: "", output: hostile }, b: answer, runs: null },
  } as const;
  const comparison = {
    ...{ lost: [one], gained: [], harderToFind: [], maybeLost: [] },
  } as unknown as GateReport["comparisons"][number];
  return {
    ...{
      outcome: "failed",
      exitCode: 1,
      verdict: "regressed",
      because: ["comparison"],
      base: { ref: hostile, commit: "0".repeat(40) },
    },
    parts: [
      { part: "comparison", code: 1, summary: hostile, details: [hostile], findings: [] },
      { part: "compaction", code: 0, skipped: true, summary: "Switched off.", details: [], findings: [] },
    ],
    ...{
      shrunk: [{ case: "old", how: ["removed"] }],
      comparisons: [comparison],
      mustPassUnmeasured: ["safe"],
    },
    ...{
      fault: { layers: ["mini/core"], restore: [], added: [] },
      revert: "git checkout abc -- a.md && strata lock",
    },
    reports: [],
    ...changes,
  };
}

test("nothing of a prompt or an answer acts as markup in the Markdown", () => {
  const markdown = renderGateMarkdown(aReport());
  // What is left outside code spans and fences is our own.
  const own = markdown
    .replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, "")
    .replaceAll(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, "");
  expect(own).not.toMatch(/img|Fake|javascript|red/);
  expect(markdown).not.toContain("\u001b");
  // A cell of the table does not end early.
  const rows = markdown.split("\n").filter((line) => line.startsWith("| ❌"));
  expect(rows).toHaveLength(1);
  expect(rows[0]!.replaceAll(String.raw`\|`, "").split("|")).toHaveLength(5);
});

test("on the page every part stands with its findings, escaped, and the way back", () => {
  const lock: GateReport["parts"][number] = {
    ...{ part: "lock", code: 1, summary: "The lock is stale.", details: [] },
    findings: [{ kind: "x", severity: "error", args: {}, message: hostile, file: "a.md", line: 3 }],
  };
  const { text } = gateMarkup(aReport({ parts: [lock] }));
  expect(text).toContain('<tr><td class="part-1">failed</td><td>lock</td><td>The lock is stale.');
  expect(text).toContain("a.md:3  ");
  expect(text).toContain("<li>old: removed</li>");
  expect(text).toContain("<p>Layers at fault: mini/core</p>");
  expect(text).toContain("<pre>git checkout abc -- a.md &amp;&amp; strata lock</pre>");
  for (const part of ["<img", "\u001b"]) expect(text).not.toContain(part);
  expect(gateMarkup(aReport({ revert: null, fault: null, shrunk: [] })).text).not.toMatch(
    /To go back|Layers|prove less/,
  );
});

test("nothing of a prompt or an answer moves the cursor or starts a line of ours in the terminal", () => {
  const text = renderGateText(aReport());
  expect(text).not.toContain("\u001b");
  expect(text.split("\n").filter((line) => line.startsWith("## Fake"))).toEqual([]);
  expect(text.split("\n").at(-2)).toBe("gate: failed, regressed, exit 1; 1 must-pass case not measured");
});

test("what the corpus lost comes before the parts, a part that was not run is no failure", () => {
  const lines = renderGateText(aReport()).split("\n");
  const at = (start: string) => lines.findIndex((line) => line.startsWith(start));
  expect(at("  old: removed")).toBeGreaterThan(0);
  expect(at("  old: removed")).toBeLessThan(at("failed     comparison"));
  expect(at("skipped    compaction")).toBeGreaterThan(0);
  const markdown = renderGateMarkdown(aReport());
  expect(markdown.indexOf("`old`")).toBeLessThan(markdown.indexOf("| ❌ failed"));
  expect(markdown).toContain("```sh\ngit checkout abc -- a.md && strata lock\n```");
});
