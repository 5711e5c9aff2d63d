import { describe, expect, test } from "vitest";
import { edited, shop, textOf } from "../../src/assemble/testing.ts";
import { assembleAbhed, loadAbhed } from "./testing-abhed.ts";

// Rows of spec/systems.md section 1 on the environment layer of the real stack.

const environment = (spec: Parameters<typeof assembleAbhed>[0]) =>
  textOf(assembleAbhed(spec), "environment")!.split("\n");
const clock = (at: string) => ({ scenario: { clock: at }, workspace: { "ABHED.md": "sentinel" } });

describe("ABH-11", () => {
  test("ABH-11 the block names platform, shell, folder, branch, date, model with window, and MCP servers", () => {
    const values = { mcp_servers: ["github", "linear"] };
    expect(environment({ scenario: { values, cwd: `${shop}/cmd` }, profile: "review" })).toEqual([
      "## Environment",
      "- Platform: linux/amd64",
      "- Shell: bash",
      "- Working directory: /home/dev/shop/cmd",
      "- Git: main, clean",
      "- Date: 2026-03-30",
      "- Model: anthropic:claude-opus-4-5-20251101 (200000 tokens; tools, images)",
      "- MCP servers: github, linear",
      "- Tools: read, glob, grep",
    ]);
  });

  test("ABH-11 without MCP servers the block says none", () => {
    expect(environment({})).toContain("- MCP servers: none");
  });

  test.each([
    ["default", 0, "main, clean"],
    ["default", 1, "main, 1 uncommitted"],
    ["default", 3, "main, 3 uncommitted"],
    ["code", 0, "main, clean"],
    ["code", 1, "main, 1 uncommitted change(s)"],
    ["code", 3, "main, 3 uncommitted change(s)"],
  ])("ABH-11 %s: %i changed files are put as %s", (variant, dirty, line) => {
    const git = { root: shop, branch: "main", dirty };
    expect(environment({ scenario: { git }, variant })).toContain(`- Git: ${line}`);
  });

  test.each([
    ["default", "(not a git repository)"],
    ["code", "not a repository"],
  ])("ABH-11 %s: no repository is put as %s", (variant, line) => {
    expect(environment({ scenario: { git: "none" }, variant })).toContain(`- Git: ${line}`);
  });

  test("ABH-11 signs of templates in a branch name arrive as they are", () => {
    const branch = "{{date}}-$&-{# x #}-50%";
    expect(environment({ scenario: { git: { root: shop, branch } } })).toContain(`- Git: ${branch}, clean`);
  });
});

describe("ABH-12", () => {
  test("ABH-12 a second later every hash is the same", () => {
    const [a, b] = ["2026-03-30T10:00:00Z", "2026-03-30T10:00:01Z"].map((at) => assembleAbhed(clock(at)));
    expect(b).toEqual(a);
  });

  test("ABH-12 past midnight only the environment has another hash", () => {
    const [a, b] = ["2026-03-30T23:59:00Z", "2026-03-31T00:01:00Z"].map((at) => assembleAbhed(clock(at)));
    const changed = a!.layers.filter((layer, i) => layer.hash !== b!.layers[i]!.hash);
    expect(changed.map(({ id }) => id)).toEqual(["environment"]);
    expect(b!.hash).not.toBe(a!.hash);
  });

  test("ABH-12 the date is the one on the clock's own wall", () => {
    // Each of the two is the other day in UTC.
    expect(environment(clock("2026-01-01T00:10:00+13:00"))).toContain("- Date: 2026-01-01");
    expect(environment(clock("2026-01-01T23:50:00-10:00"))).toContain("- Date: 2026-01-01");
  });
});

test("ABH-13 a skills listing stands between environment and memory", () => {
  const { text, layers } = assembleAbhed({
    scenario: { values: { skills: "SKILL" } },
    workspace: { "ABHED.md": "MEM" },
  });
  const offsets = ["## Environment", "SKILL", "MEM"].map((part) => text.indexOf(part));
  expect(offsets.every((offset) => offset > 0)).toBe(true);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(layers.map(({ id }) => id)).toEqual(["core", "environment", "skills", "memory"]);
});

test("ABH-13 without skills there is no such layer", () => {
  expect(assembleAbhed({}).omitted.find(({ id }) => id === "skills")?.reason).toBe("is blank");
});

describe("ABH-41", () => {
  test("ABH-41 the environment names exactly the tools of the profile", () => {
    const files = edited(
      "prompts/abhed/stack.yaml",
      "    tools: [read, glob, grep]\n    readOnly",
      "    tools: [read, grep]\n    readOnly",
    );
    expect(environment({ files, profile: "review" })).toContain("- Tools: read, grep");
  });

  test("ABH-41 the environment names the capabilities of the model", () => {
    const of = (model: string) => environment({ model }).find((line) => line.startsWith("- Model:"));
    expect(of("compatible:qwen3-8b")).toBe("- Model: compatible:qwen3-8b (32768 tokens; tools)");
    expect(of("reader:bm25")).toBe("- Model: reader:bm25 (no token limit; none)");
  });

  test("ABH-41 a profile without tools is told so", () => {
    const files = edited(
      "prompts/abhed/stack.yaml",
      "    tools: [read, glob, grep]\n    readOnly",
      "    tools: []\n    readOnly",
    );
    expect(loadAbhed({ files }).findings).toEqual([]);
    expect(environment({ files, profile: "review" })).toContain("- Tools: none");
  });
});
