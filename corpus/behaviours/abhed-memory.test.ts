import { describe, expect, test } from "vitest";
import { edited, type Files, sourcesOf, textOf, type WorldSpec } from "../../src/assemble/testing.ts";
import { assembleAbhed, loadAbhed } from "./testing-abhed.ts";

// Rows of spec/systems.md section 1 on the memory layer of the real stack: which files, in which order.

const every: WorldSpec = {
  workspace: { "ABHED.md": "PROJECT", "ABHED.local.md": "LOCAL" },
  home: { ".abhed/ABHED.md": "USER" },
  managed: { "abhed/ABHED.md": "MANAGED" },
};
const memoryOf = (spec: Parameters<typeof assembleAbhed>[0]) => textOf(assembleAbhed(spec), "memory") ?? "";
/** `scope:file name` of every file taken, in order. */
const takenIn = (spec: Parameters<typeof assembleAbhed>[0]) =>
  sourcesOf(assembleAbhed(spec), "memory")
    .filter(({ status }) => status === "taken")
    .map(({ scope, path }) => `${scope}:${path.split("/").at(-1)}`);
const inOrder = (text: string, words: string[]) =>
  words.toSorted((a, b) => text.indexOf(a) - text.indexOf(b));

describe("ABH-14", () => {
  test("ABH-14 all four files outside subfolders give four sections", () => {
    const headings = memoryOf(every).match(/^## .*$/gm);
    expect(headings?.toSorted()).toEqual([
      "## Local memory: ABHED.local.md",
      "## Managed memory: /etc/abhed/ABHED.md",
      "## Project memory: ABHED.md",
      "## User memory: ~/.abhed/ABHED.md",
    ]);
  });

  test("ABH-14 the file of a subfolder is a fifth", () => {
    const world = { ...every, scenario: { reads: ["pkg/x.go"] } };
    const spec = { ...world, workspace: { ...every.workspace, "pkg/ABHED.md": "FOLDER" } };
    expect(takenIn(spec)).toContain("subdirectory:ABHED.md");
    expect(memoryOf(spec)).toContain("## Subdirectory memory: pkg/ABHED.md\nFOLDER");
  });

  test("ABH-14 without any file there is no memory layer, and every place looked at is told", () => {
    const assembly = assembleAbhed({});
    expect(assembly.layers.map(({ id }) => id)).not.toContain("memory");
    const absent = sourcesOf(assembly, "memory").filter(({ status }) => status === "absent");
    expect(absent.map(({ path }) => path)).toEqual([
      ...["ABHED.md", "AGENTS.md", "ABHED.local.md", ".abhed/rules", "~/.abhed/projects/shop/MEMORY.md"],
      ...["~/.abhed/ABHED.md", "/etc/abhed/ABHED.md"],
    ]);
  });
});

describe("ABH-15", () => {
  test("ABH-15 the document's order is project, local, user, managed", () => {
    expect(inOrder(memoryOf(every), ["MANAGED", "USER", "LOCAL", "PROJECT"])).toEqual([
      "PROJECT",
      "LOCAL",
      "USER",
      "MANAGED",
    ]);
  });

  test("ABH-15 the code's order is user, project, local, managed", () => {
    const text = memoryOf({ ...every, variant: "code" });
    expect(inOrder(text, ["MANAGED", "USER", "LOCAL", "PROJECT"])).toEqual([
      "USER",
      "PROJECT",
      "LOCAL",
      "MANAGED",
    ]);
  });

  test("ABH-15 in the code rules and auto memory stand between local and managed", () => {
    const spec = {
      ...every,
      workspace: { ...every.workspace, ".abhed/rules/a.md": "RULE" },
      home: { ...every.home, ".abhed/projects/shop/MEMORY.md": "AUTO" },
      variant: "code",
    };
    expect(takenIn(spec)).toEqual([
      ...[
        "user:ABHED.md",
        "project:ABHED.md",
        "local:ABHED.local.md",
        "rules:a.md",
        "auto:MEMORY.md",
        "managed:ABHED.md",
      ],
    ]);
  });
});

describe("ABH-16", () => {
  test("ABH-16 the code's vector: user, AGENTS.md, local, managed", () => {
    const workspace = { "AGENTS.md": "AGENTS", "ABHED.local.md": "LOCAL" };
    expect(takenIn({ ...every, workspace, variant: "code" }).join(" ")).toBe(
      "user:ABHED.md project:AGENTS.md local:ABHED.local.md managed:ABHED.md",
    );
  });

  test("ABH-16 managed memory is last whatever the order says", () => {
    const files = edited(
      "prompts/abhed/stack.yaml",
      "order: [project, local, rules, auto, subdirectory, user, managed]",
      "order: [managed, project, local, rules, auto, subdirectory, user]",
    );
    expect(takenIn({ ...every, files }).at(-1)).toBe("managed:ABHED.md");
    expect(memoryOf({ ...every, files }).endsWith("MANAGED")).toBe(true);
  });

  test("ABH-16 memory is the last layer, so managed memory ends the prompt", () => {
    expect(assembleAbhed(every).text.endsWith("MANAGED")).toBe(true);
  });
});

test("ABH-17 files are joined, not merged: both rules stay and the organisation's comes after", () => {
  const text = memoryOf({
    workspace: { "ABHED.md": "use tabs" },
    managed: { "abhed/ABHED.md": "use spaces" },
  });
  expect(text.indexOf("use tabs")).toBeGreaterThan(0);
  expect(text.indexOf("use spaces")).toBeGreaterThan(text.indexOf("use tabs"));
});

describe("ABH-18", () => {
  const workspace = { "pkg/ABHED.md": "OUTER", "pkg/a/ABHED.md": "INNER", "pkg/b/ABHED.md": "SIBLING" };

  test("ABH-18 at session start no subfolder's memory is there", () => {
    expect(memoryOf({ workspace })).toBe("");
    const deferred = sourcesOf(assembleAbhed({ workspace }), "memory").filter(
      ({ status }) => status === "deferred",
    );
    expect(deferred.map(({ scope }) => scope)).toEqual(["subdirectory"]);
  });

  test("ABH-18 after a read below a folder its memory is there, outer folders first", () => {
    const text = memoryOf({ workspace, scenario: { reads: ["pkg/a/x.go"] } });
    expect(inOrder(text, ["INNER", "OUTER"])).toEqual(["OUTER", "INNER"]);
    expect(text).not.toContain("SIBLING");
  });

  test("ABH-18 the code has no such scope", () => {
    expect(memoryOf({ workspace, scenario: { reads: ["pkg/a/x.go"] }, variant: "code" })).toBe("");
  });

  /** What a read brings in where the workspace has memory of its own; `refused` when the scenario may not say so. */
  const broughtBy = (read: string) => {
    const files = { "corpus/scenarios/reference/elsewhere/ABHED.md": "ELSEWHERE" };
    const spec = { files, workspace: { "ABHED.md": "PROJECT" }, scenario: { reads: [read] } };
    return loadAbhed(spec).findings.length > 0 ? "refused" : takenIn(spec).join();
  };

  test.each(["/x.go", "pkg/../x.go", "../elsewhere/x.go"])(
    "ABH-18 the read %s brings no memory of a subfolder",
    (read) => {
      expect(broughtBy(read)).toMatch(/^(refused|project:ABHED\.md)$/);
    },
  );

  test("ABH-18 the read ./x.go does not bring the workspace's own memory a second time", () => {
    expect(broughtBy("./x.go")).toMatch(/^(refused|project:ABHED\.md)$/);
  });
});

describe("ABH-19", () => {
  const statuses = (workspace: Files) =>
    sourcesOf(assembleAbhed({ workspace }), "memory")
      .filter(({ scope }) => scope === "project")
      .map(({ path, status }) => [path, status]);

  test("ABH-19 beside ABHED.md, AGENTS.md is not read", () => {
    const workspace = { "ABHED.md": "ABHED", "AGENTS.md": "AGENTS" };
    expect(memoryOf({ workspace })).not.toContain("AGENTS");
    expect(statuses(workspace)).toEqual([
      ["ABHED.md", "taken"],
      ["AGENTS.md", "shadowed"],
    ]);
  });

  test("ABH-19 without ABHED.md, AGENTS.md is read", () => {
    expect(statuses({ "AGENTS.md": "AGENTS" })).toEqual([
      ["ABHED.md", "absent"],
      ["AGENTS.md", "taken"],
    ]);
  });

  test("ABH-19 an ABHED.md that is not usable still keeps AGENTS.md out", () => {
    expect(statuses({ "ABHED.md": "\0", "AGENTS.md": "AGENTS" })).toEqual([
      ["ABHED.md", "skipped"],
      ["AGENTS.md", "shadowed"],
    ]);
  });

  test("ABH-19 in a subfolder too", () => {
    const workspace = { "a/ABHED.md": "ONE", "a/AGENTS.md": "TWO", "b/AGENTS.md": "THREE" };
    const text = memoryOf({ workspace, scenario: { reads: ["a/x.go", "b/x.go"] } });
    expect(["ONE", "TWO", "THREE"].filter((word) => text.includes(word))).toEqual(["ONE", "THREE"]);
  });

  test("ABH-19 a name in another case is another name", () => {
    expect(memoryOf({ workspace: { "agents.md": "x", "Abhed.md": "x", "abhed.local.md": "x" } })).toBe("");
  });

  test("ABH-19 other tools' files are neither read nor looked at", () => {
    const others = [
      "CLAUDE.md",
      "GEMINI.md",
      ".cursorrules",
      ".github/copilot-instructions.md",
      "OTHERTOOL.md",
    ];
    const assembly = assembleAbhed({ workspace: Object.fromEntries(others.map((name) => [name, "OTHER"])) });
    expect(assembly.text).not.toContain("OTHER");
    expect(sourcesOf(assembly, "memory").filter(({ path }) => others.includes(path))).toEqual([]);
  });
});

describe("ABH-33", () => {
  const x = "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";

  test("ABH-33 a loaded file is recorded with its path from the workspace, its scope and its hash", () => {
    const sources = sourcesOf(
      assembleAbhed({ workspace: { "ABHED.md": "hello @docs/x.md", "docs/x.md": "x" } }),
      "memory",
    );
    const record = sources.find(({ path }) => path === "docs/x.md");
    expect(record).toMatchObject({
      path: "docs/x.md",
      scope: "project",
      status: "taken",
      sourceHash: x,
      bytes: 1,
    });
  });

  test("ABH-33 files outside the workspace are recorded with a path that says where", () => {
    const world = { home: { ".abhed/ABHED.md": "x" }, managed: { "abhed/ABHED.md": "x" } };
    const taken = sourcesOf(assembleAbhed(world), "memory").filter(({ status }) => status === "taken");
    expect(taken.map(({ path, sourceHash }) => [path, sourceHash])).toEqual([
      ["~/.abhed/ABHED.md", x],
      ["/etc/abhed/ABHED.md", x],
    ]);
  });
});

test("ABH-25 a secret in memory can be found: it arrives untouched, in the memory layer alone, with its file", () => {
  const key = "AKIAIOSFODNN7EXAMPLE"; // the vendor's documented example
  const assembly = assembleAbhed({ workspace: { "ABHED.md": `deploy with ${key}\n` } });
  expect(assembly.layers.filter(({ id }) => textOf(assembly, id)!.includes(key)).map(({ id }) => id)).toEqual(
    ["memory"],
  );
  expect(sourcesOf(assembly, "memory").find(({ status }) => status === "taken")).toMatchObject({
    path: "ABHED.md",
    bytes: 33,
  });
});
