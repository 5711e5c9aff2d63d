import fc from "fast-check";
import { expect, test } from "vitest";
import { schemaOf } from "../schema/index.ts";
import { applyBaseline, makeBaseline } from "./baseline.ts";
import { lintTexts } from "./lint-project.ts";
import { promptText } from "./prompt-text.ts";

const lint = async (text: string) => {
  const findings = await lintTexts([promptText({ role: "file", file: "AGENTS.md", text })]);
  return { findings, lineText: (_: string, line: number) => text.split("\n")[line - 1] ?? "" };
};

test("lines that move stay known, what is new is told, what is gone is counted", async () => {
  const old = await lint("Please count.\n\nBe helpful.\n");
  const baseline = makeBaseline(old.findings, old.lineText);
  expect(schemaOf("lint-baseline").parse(baseline)).toEqual(baseline);
  const moved = await lint("# Desk\n\nPlease count.\n\nPlease go.\n");
  const { findings, covered, fixed } = applyBaseline(moved.findings, baseline, moved.lineText);
  expect(findings).toMatchObject([{ kind: "politeness", line: 5 }]);
  expect({ covered, fixed }).toEqual({ covered: 1, fixed: 1 });
});

test("a second finding on an equal line is not covered by the first", async () => {
  const old = await lint("Please count.\n");
  const twice = await lint("Please count.\n\nPlease count.\n");
  const baseline = makeBaseline(old.findings, old.lineText);
  expect(applyBaseline(twice.findings, baseline, twice.lineText).findings).toHaveLength(1);
});

test("a secret is in no baseline and covered by none", async () => {
  const { findings, lineText } = await lint('api_key="q7Zr2Lx9Wv4Kp8Nt6Bd3"\n');
  const baseline = makeBaseline(findings, lineText);
  expect(findings).toMatchObject([{ kind: "secret" }]);
  expect(baseline.findings).toEqual([]);
  expect(applyBaseline(findings, baseline, lineText).findings).toEqual(findings);
});

test("a baseline covers exactly the findings it was made of, whatever lines stand between them", async () => {
  const line = fc.constantFrom("Please count.", "Be helpful.", "NEVER EVER guess.", "Count the till.", "");
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.array(fc.constantFrom("Open the drawer.", "")),
      async (lines, above) => {
        const old = await lint(lines.join("\n\n"));
        const now = await lint([...above, ...lines].join("\n\n"));
        const result = applyBaseline(now.findings, makeBaseline(old.findings, old.lineText), now.lineText);
        expect(result).toEqual({ findings: [], covered: old.findings.length, fixed: 0 });
      },
    ),
    { numRuns: 50 },
  );
});
