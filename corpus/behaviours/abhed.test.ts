import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { assembleIn, edited, sourcesOf, textOf, valid } from "../../src/assemble/testing.ts";
import { assembleAbhed, loadAbhed } from "./testing-abhed.ts";

// Rows of spec/systems.md section 1 on the layers and profiles of the real stack.

const stackFile = "prompts/abhed/stack.yaml";
const hashOf = (assembly: ReturnType<typeof assembleAbhed>, id: string) =>
  assembly.layers.find((layer) => layer.id === id)?.hash;
const memory = { workspace: { "ABHED.md": "memory sentinel" } };
const unchanged = valid(loadAbhed(memory));
const toolsOf = (profile: string, variant = "default") =>
  unchanged.stacks
    .get("abhed")!
    .get(variant)!
    .profiles.get(profile)!
    .tools.map((tool) => tool.name);
/** A profile's assembly in the unchanged stack, with one line of project memory. */
const assembled = (profile: string) => assembleIn(unchanged, { stack: "abhed", profile });

test("ABH-01 core, environment and memory stand in this order, all of them in the cached prefix", () => {
  const { text, layers, channels, prefixHash, hash } = assembled("main");
  const offsets = [
    text.indexOf("You are Abhed"),
    text.indexOf("## Environment"),
    text.indexOf("memory sentinel"),
  ];
  expect(offsets[0]).toBe(0);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(layers.map(({ id }) => id)).toEqual(["core", "environment", "memory"]);
  expect(prefixHash).toBe(hash);
  expect(channels).toEqual({});
});

test("ABH-01 the profile stands between core and environment", () => {
  const { layers } = assembled("review");
  expect(layers.map(({ id }) => id)).toEqual(["core", "profile", "environment", "memory"]);
});

test("ABH-02 two tenants have core and profile in common and nothing else", () => {
  const other = { root: "/srv/other", branch: "trunk", dirty: 2 };
  const scenario = {
    cwd: "/srv/other",
    workspace: { root: "/srv/other" },
    home: { root: "/srv" },
    git: other,
  };
  const [a, b] = [
    assembled("review"),
    assembleAbhed({ scenario, workspace: { "ABHED.md": "other sentinel" }, profile: "review" }),
  ];
  for (const id of ["core", "profile"]) expect(hashOf(a, id)).toBe(hashOf(b, id));
  for (const id of ["environment", "memory"]) expect(hashOf(a, id)).not.toBe(hashOf(b, id));
});

test("ABH-02 tiers promise build, profile, session, session, and memory is read every turn", () => {
  const stack = unchanged.stacks.get("abhed")!.get("default")!;
  expect(stack.tiers.map(({ promise, cached }) => [promise, cached])).toEqual([
    ["build", true],
    ["profile", true],
    ["session", true],
    ["session", true],
  ]);
  expect(stack.layers.map(({ id, read }) => [id, read]).filter(([, read]) => read !== "once")).toEqual([
    ["memory", "turn"],
  ]);
});

test("ABH-03 a clock text in the core can be found: its layer, tier, promise and file are known", () => {
  const core = "prompts/abhed/core.md";
  const assembly = assembleAbhed({
    files: edited(core, "## Safety\n", "Current time: 14:30:07\n\n## Safety\n"),
  });
  expect(textOf(assembly, "core")).toContain("Current time: 14:30:07");
  const layer = assembly.layers[0]!;
  expect([layer.id, layer.tier, layer.sources[0]!.path]).toEqual(["core", "core", core]);
});

test("ABH-04 the core is an introduction and the four sections, in this order", () => {
  const core = textOf(assembled("main"), "core")!;
  const sections = [...core.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(sections).toEqual(["Working method", "Tool use", "Communication", "Safety"]);
  expect(core.slice(0, core.indexOf("## ")).trim()).not.toBe("");
});

test("ABH-05 a rule added to the core can be traced to its layer and file", () => {
  const core = "prompts/abhed/core.md";
  const assembly = assembleAbhed({ files: edited(core, "## Safety\n\n", "## Safety\n\n- Be helpful.\n") });
  expect(textOf(assembly, "core")).toContain("\n- Be helpful.\n");
  expect(sourcesOf(assembly, "core").map(({ path, status }) => [path, status])).toEqual([[core, "taken"]]);
  expect(hashOf(assembly, "core")).not.toBe(hashOf(assembled("main"), "core"));
});

describe("ABH-06", () => {
  test("ABH-06 each profile has its tools", () => {
    expect(toolsOf("main")).toEqual(["read", "glob", "grep", "edit", "write", "bash", "task", "todo"]);
    expect(toolsOf("explore").toSorted()).toEqual(["glob", "grep", "read", "task"]);
    expect(toolsOf("test").toSorted()).toEqual(["bash", "edit", "glob", "grep", "read"]);
    expect(toolsOf("review").toSorted()).toEqual(["glob", "grep", "read"]);
  });

  test("ABH-06 review says not to fix, and stops with its own words", () => {
    const role = textOf(assembled("review"), "profile")!;
    expect(role).toContain("Do not fix");
    expect(role).toMatch(/stop[^\n]*"Review complete"/i);
  });

  test.each(["explore", "test", "review"])("ABH-06 %s has an instruction and a stop condition", (profile) => {
    expect(textOf(assembled(profile), "profile")).toMatch(/^## Role\nYou are [\s\S]*^- Stop /m);
  });
});

test("ABH-07 the code's explore lacks task, the document's has it, and nothing else differs", () => {
  expect(toolsOf("explore").filter((name) => !toolsOf("explore", "code").includes(name))).toEqual(["task"]);
  expect(toolsOf("explore", "code").toSorted()).toEqual(["glob", "grep", "read"]);
  for (const profile of ["main", "general", "test", "review"])
    expect(toolsOf(profile, "code")).toEqual(toolsOf(profile));
});

test.each(["default", "code"])("ABH-08 explore has no tool that changes anything (%s)", (variant) => {
  expect(toolsOf("explore", variant).filter((name) => ["write", "edit", "bash"].includes(name))).toEqual([]);
});

test.each(["write", "edit", "bash"])("ABH-08 giving %s to explore is an error", (tool) => {
  const files = edited(
    stackFile,
    "tools: [read, glob, grep, task]",
    `tools: [read, glob, grep, task, ${tool}]`,
  );
  const { findings } = loadAbhed({ files });
  expect(findings.map(({ kind, severity, file }) => [kind, severity, file])).toEqual([
    ["read-only-mutates", "error", stackFile],
  ]);
});

describe("ABH-09", () => {
  test("ABH-09 a role stands below its heading, two line ends after the core", () => {
    const { text } = assembled("review");
    expect(text).toContain("\n\n## Role\nYou are the reviewer");
  });

  test.each(["main", "general"])("ABH-09 %s has no role and that is no error", (profile) => {
    const { text, diagnostics, layers } = assembled(profile);
    expect(text).not.toContain("## Role");
    expect(layers.map(({ id }) => id)).not.toContain("profile");
    expect(diagnostics).toEqual([]);
  });

  test("ABH-09 an undeclared profile is refused where it is named", () => {
    const cases = {
      strata: 1,
      stack: "abhed",
      cases: [{ id: "a", needs: "assembly", profiles: ["zzz"], assert: [{ type: "contains", value: "x" }] }],
    };
    const { findings, project } = loadAbhed({
      files: { "corpus/cases/abhed/a.yaml": JSON.stringify(cases) },
    });
    expect(findings.map(({ kind, severity }) => [kind, severity])).toEqual([["unknown-profile", "error"]]);
    expect(project.stacks.get("abhed")!.get("default")!.profiles.has("zzz")).toBe(false);
  });
});

describe("ABH-32", () => {
  const file = "prompts/abhed/profiles/review.md";
  const changed = edited(file, "Do not fix", "Do not fiX");

  test("ABH-32 one byte of the review profile changes review and its role, not the core and not main", () => {
    const project = valid(loadAbhed({ ...memory, files: changed }));
    const [before, after] = [assembled("review"), assembleIn(project, { stack: "abhed", profile: "review" })];
    expect(after.hash).not.toBe(before.hash);
    expect(hashOf(after, "profile")).not.toBe(hashOf(before, "profile"));
    for (const id of ["core", "environment", "memory"]) expect(hashOf(after, id)).toBe(hashOf(before, id));
    for (const profile of ["main", "general", "explore", "test"]) {
      expect(assembleIn(project, { stack: "abhed", profile })).toEqual(assembled(profile));
    }
  });

  test("ABH-32 every layer that is a file has its own version", () => {
    const bumped = assembleAbhed({
      ...memory,
      profile: "review",
      files: edited(file, "version: 1.0.0", "version: 1.1.0"),
    });
    const versions = Object.fromEntries(bumped.layers.map(({ id, version }) => [id, version]));
    expect(versions).toEqual({ core: "1.0.0", profile: "1.1.0", environment: "1.0.0", memory: null });
    expect(bumped.hash).toBe(assembled("review").hash);
    expect(bumped.recipeHash).not.toBe(assembled("review").recipeHash);
  });

  test("ABH-32 the hash is the SHA-256 of the text", () => {
    const { text, hash } = assembled("review");
    expect(hash).toBe(`sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`);
  });
});

test("ABH-39 for another model nothing but the Model line of the environment changes", () => {
  const withoutModel = (text: string) => text.replace(/^- Model: .*$/m, "- Model:");
  for (const variant of ["default", "code"]) {
    for (const profile of ["main", "general", "explore", "test", "review"]) {
      const all = [...unchanged.models.keys()].map((model) =>
        assembleIn(unchanged, { stack: "abhed", variant, profile, model }),
      );
      for (const id of ["core", "profile", "memory"])
        expect(new Set(all.map((one) => hashOf(one, id))).size).toBe(1);
      expect(new Set(all.map(({ text }) => withoutModel(text))).size).toBe(1);
      expect(new Set(all.map((one) => one.text)).size).toBe(unchanged.models.size);
      expect(new Set(all.map(({ recipeHash, toolsHash }) => recipeHash + toolsHash)).size).toBe(1);
    }
  }
});
