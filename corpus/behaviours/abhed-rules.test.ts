import { describe, expect, test } from "vitest";
import { type Files, sourcesOf, textOf } from "../../src/assemble/testing.ts";
import { assembleAbhed } from "./testing-abhed.ts";

// ABH-22: rule files of the real stack.

const goRule = '---\npaths: ["**/*.go", "cmd/**"]\n---\nGO-RULE\n';
/** Names of the rules in the prompt after these files were read. */
function rulesFor(reads: string[], rules: Files): string[] {
  const workspace = Object.fromEntries(
    Object.entries(rules).map(([name, text]) => [`.abhed/rules/${name}`, text]),
  );
  return sourcesOf(assembleAbhed({ workspace, scenario: { reads } }), "memory")
    .filter(({ scope, status }) => scope === "rules" && status === "taken")
    .map(({ path }) => path.replace(/^.*\//, "").replace(/\.md$/, ""));
}
const memoryOf = (rule: string, reads: string[]) =>
  textOf(assembleAbhed({ workspace: { ".abhed/rules/go.md": rule }, scenario: { reads } }), "memory") ?? "";

test("ABH-22 a rule is there for the files its globs match, and not for others", () => {
  expect(rulesFor(["internal/x.go"], { "go.md": goRule })).toEqual(["go"]);
  expect(rulesFor(["x.go"], { "go.md": goRule })).toEqual(["go"]);
  expect(rulesFor(["cmd/tool/README.md"], { "go.md": goRule })).toEqual(["go"]);
  expect(rulesFor(["README.md"], { "go.md": goRule })).toEqual([]);
  expect(rulesFor(["docs/cmd/x.md"], { "go.md": goRule })).toEqual([]);
  expect(rulesFor([], { "go.md": goRule })).toEqual([]);
});

test("ABH-22 a rule that waits is deferred, with its globs in the reason", () => {
  const spec = { workspace: { ".abhed/rules/go.md": goRule }, scenario: { reads: ["README.md"] } };
  const use = sourcesOf(assembleAbhed(spec), "memory").find(({ scope }) => scope === "rules");
  expect(use).toMatchObject({ status: "deferred", reason: expect.stringContaining("**/*.go, cmd/**") });
});

test("ABH-22 the heading says for which files", () => {
  expect(memoryOf(goRule, ["x.go"])).toContain("files matching **/*.go, cmd/**: .abhed/rules/go.md\nGO-RULE");
});

test("ABH-22 globs may be a comma string, with commas in braces", () => {
  const rule = "---\npaths: docs/*.{md,txt}, '**/*.go'\n---\nR".replaceAll("'", "");
  expect(rulesFor(["docs/a.txt"], { "r.md": rule })).toEqual(["r"]);
  expect(rulesFor(["a/b/c.go"], { "r.md": rule })).toEqual(["r"]);
  expect(rulesFor(["docs/deep/a.md"], { "r.md": rule })).toEqual([]);
});

test("ABH-22 a rule without globs is always there, below the plain heading", () => {
  expect(rulesFor([], { "all.md": "ALL" })).toEqual(["all"]);
  expect(rulesFor([], { "all.md": "---\nowner: me\n---\nALL" })).toEqual(["all"]);
  expect(memoryOf("ALL", [])).toContain("## Rules: .abhed/rules/go.md\nALL");
});

test("ABH-22 rules stand in name order, whatever the order on disk", () => {
  const rules = { "b.md": "B", "10.md": "T", "a.md": "A", "B.md": "U" };
  expect(rulesFor([], rules)).toEqual(["10", "B", "a", "b"]);
});

test("ABH-22 only *.md files of the folder itself are rules", () => {
  expect(rulesFor([], { "a.md": "A", "b.txt": "B", "c.md.bak": "C", "deep/d.md": "D" })).toEqual(["a"]);
});

test("ABH-22 a folder called x.md is skipped with a reason", () => {
  const spec = { workspace: { ".abhed/rules/x.md/y.md": "Y" } };
  expect(sourcesOf(assembleAbhed(spec), "memory").find(({ scope }) => scope === "rules")).toMatchObject({
    status: "skipped",
  });
});

describe("ABH-22 front matter", () => {
  test.each([
    ["never closed", "---\npaths: x\nRULE"],
    ["not YAML", "---\npaths: [\n---\nRULE"],
    ["with globs that are no list", "---\npaths: {a: b}\n---\nRULE"],
  ])("ABH-22 %s: the rule is skipped with a reason", (_, rule) => {
    expect(memoryOf(rule, ["x"])).toBe("");
  });

  test("ABH-22 is no part of the rule's text, and a later --- is", () => {
    expect(memoryOf("---\npaths: '*.go'\n---\nR\n---\nS\n", ["x.go"])).toContain("\nR\n---\nS");
    expect(memoryOf("---\npaths: '*.go'\n---\nR\n---\nS\n", ["x.go"])).not.toContain("paths:");
  });

  test("ABH-22 a glob is a value: what it holds is not rendered", () => {
    const text = memoryOf("---\npaths: ['*.go', '{{scope}}/{{path}}']\n---\nR", ["x.go"]);
    const heading = text.split("\n").find((line) => line.startsWith("## Rules"));
    expect(heading).toBe("## Rules for files matching *.go, {{scope}}/{{path}}: .abhed/rules/go.md");
  });
});
