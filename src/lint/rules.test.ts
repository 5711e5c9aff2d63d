import { describe, expect, test } from "vitest";
import { rules } from "./index.ts";
import { runRule } from "./run-rules.ts";
import { allow, demoFiles, lintDemo, type LintSpec } from "./testing.ts";
import { ruleCases } from "./testing-rules.ts";

test("every rule has a case", () => {
  expect(ruleCases.map(({ rule }) => rule)).toEqual(rules.map(({ kind }) => kind));
});

test("what guesses from wording is no error by default", () => {
  expect(rules.filter(({ heuristic, severity }) => heuristic && severity === "error")).toEqual([]);
});

describe.each(ruleCases)("$rule", ({ rule, fires, at, silent, allow: place }) => {
  const ofRule = (findings: readonly { kind: string }[]) => findings.filter(({ kind }) => kind === rule);

  test("fires, with file and line", async () => {
    const { findings, problems } = await lintDemo(fires);
    expect(problems).toEqual([]);
    const places = ofRule(findings).map((finding) => {
      const { file, line } = finding as { file?: string; line?: number };
      return `${file}:${line}`;
    });
    expect([...new Set(places)]).toEqual([placeOf(at, fires)]);
  });

  test("stays silent", async () => {
    const { findings, problems } = await lintDemo(silent);
    expect(problems).toEqual([]);
    expect(ofRule(findings)).toEqual([]);
  });

  test("is allowed with a reason", async () => {
    const { findings, allowed } = await lintDemo(fires, allow(rule, place));
    expect(ofRule(findings)).toEqual([]);
    expect(ofRule(findings.filter(({ kind }) => kind === "unused-allowance"))).toEqual([]);
    expect(ofRule(allowed)).not.toEqual([]);
  });
});

test("an allowance that covers nothing is a finding at its own line", async () => {
  const { findings } = await lintDemo({}, allow("politeness", { layer: "core" }));
  expect(findings).toMatchObject([
    {
      kind: "unused-allowance",
      severity: "warning",
      file: "prompts/demo/stack.yaml",
      line: expect.any(Number),
    },
  ]);
});

test("a stack says how much a rule matters, and a rule that nobody knows is an error", async () => {
  const spec = { core: "Please count.\n" };
  const severityOf = async (severity: string) =>
    (await lintDemo(spec, { severity: { politeness: severity } })).findings.map(
      (finding) => finding.severity,
    );
  expect(await severityOf("error")).toEqual(["error"]);
  expect(await severityOf("off")).toEqual([]);
  const { findings } = await lintDemo({}, { severity: { polite: "off" } });
  expect(findings).toMatchObject([{ kind: "unknown-lint-rule", severity: "error" }]);
});

test("a rule sees what it declares, and what nobody declares is never made", async () => {
  const all = new Set(rules.flatMap(({ inputs }) => inputs));
  for (const rule of rules) {
    const made: string[] = [];
    const inputs = Object.defineProperties(
      {},
      Object.fromEntries(
        [...all].map((name) => [
          name,
          { enumerable: true, get: () => (made.push(name), { name, layers: [] }) },
        ]),
      ),
    );
    let seen: string[] = [];
    const spy = {
      ...rule,
      severity: "warning" as const,
      run: (given: object) => ((seen = Object.keys(given)), []),
    };
    await runRule(spy, inputs, {});
    expect(seen).toEqual([...rule.inputs]);
    expect(made).toEqual([...rule.inputs]);
  }
});

function placeOf(at: string, spec: LintSpec): string {
  const [file = "", mark] = at.split("#");
  if (mark === undefined) return at;
  const lines = String(demoFiles(spec)[file]).split("\n");
  const found = lines.flatMap((line, i) => (line.includes(mark) ? [i + 1] : []));
  expect(found).toHaveLength(1);
  return `${file}:${found[0]}`;
}
