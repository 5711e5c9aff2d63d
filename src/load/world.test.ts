import { describe, expect, test } from "vitest";
import { schemaOf } from "../schema/index.ts";
import { loadProject } from "./load-project.ts";
import { memoryTree } from "./memory-tree.ts";
import { createWorld } from "./world.ts";

const folder = "corpus/scenarios/s";
const written = {
  ...{
    strata: 1,
    id: "s",
    description: "A world.",
    clock: "2026-03-30T14:30:00Z",
    os: "linux",
    shell: "sh",
    cwd: "/home/dev/shop",
  },
  ...{
    workspace: { root: "/home/dev/shop" },
    home: { root: "/home/dev" },
    managed: { root: "/etc" },
    git: "none",
  },
};

function world(files: Record<string, string>, keys: object = {}) {
  const tree = memoryTree(files);
  const { lookup, rootOf } = createWorld(tree, folder, schemaOf("scenario").parse({ ...written, ...keys }));
  const textAt = (path: string) => {
    const entry = lookup(path);
    return entry.kind === "file" ? Buffer.from(entry.read()).toString("utf8") : entry.kind;
  };
  const namesAt = (path: string) => {
    const entry = lookup(path);
    return entry.kind === "directory" ? entry.names : entry.kind;
  };
  return { textAt, namesAt, rootOf };
}

test("each folder is seen at its root", () => {
  const { textAt } = world({
    [`${folder}/workspace/a`]: "W",
    [`${folder}/home/b/c`]: "H",
    [`${folder}/managed/d`]: "M",
  });
  expect(["/home/dev/shop/a", "/home/dev/b/c", "/etc/d"].map(textAt)).toEqual(["W", "H", "M"]);
  expect(["/home/dev/a", "/home/dev/shop/b/c", "/a", "/etc/a"].map(textAt)).toEqual([
    "missing",
    "missing",
    "missing",
    "missing",
  ]);
});

describe("a workspace inside the home folder", () => {
  const { textAt, rootOf } = world({
    [`${folder}/home/shop/x`]: "HOME",
    [`${folder}/workspace/x`]: "WORKSPACE",
    [`${folder}/home/shop2/x`]: "OTHER",
  });

  test("is the innermost root of what lies in it", () => {
    expect(rootOf("/home/dev/shop/x")).toBe("workspace");
    expect(rootOf("/home/dev/shop")).toBe("workspace");
    expect(rootOf("/home/dev/shop2/x")).toBe("home");
    expect(rootOf("/home/dev")).toBe("home");
    expect(rootOf("/home/devs/x")).toBeUndefined();
    expect(rootOf("/")).toBeUndefined();
  });

  test("shows its own files, not those of the home folder at the same path", () => {
    expect(textAt("/home/dev/shop/x")).toBe("WORKSPACE");
    expect(textAt("/home/dev/shop2/x")).toBe("OTHER");
  });
});

describe("files", () => {
  const files = { "AGENTS.md": "agents.txt" };

  test("are seen under the name of the map, in every folder, and not under the one on disk", () => {
    const { textAt, namesAt } = world(
      { [`${folder}/workspace/agents.txt`]: "A", [`${folder}/workspace/pkg/agents.txt`]: "B" },
      { files },
    );
    expect(["/home/dev/shop/AGENTS.md", "/home/dev/shop/pkg/AGENTS.md"].map(textAt)).toEqual(["A", "B"]);
    expect(["/home/dev/shop/agents.txt", "/home/dev/shop/pkg/agents.txt"].map(textAt)).toEqual([
      "missing",
      "missing",
    ]);
    expect(namesAt("/home/dev/shop")).toEqual(["AGENTS.md", "pkg"]);
  });

  test("that are not in the map keep their names", () => {
    const { textAt } = world({ [`${folder}/workspace/other.txt`]: "O" }, { files });
    expect(textAt("/home/dev/shop/other.txt")).toBe("O");
  });

  test("may swap names", () => {
    const swapped = { files: { "a.md": "b.md", "b.md": "a.md" } };
    const { textAt, namesAt } = world(
      { [`${folder}/workspace/a.md`]: "A", [`${folder}/workspace/b.md`]: "B" },
      swapped,
    );
    expect(["/home/dev/shop/a.md", "/home/dev/shop/b.md"].map(textAt)).toEqual(["B", "A"]);
    expect(namesAt("/home/dev/shop")).toEqual(["a.md", "b.md"]);
  });

  test("are listed in the order of the names that are seen", () => {
    const { namesAt } = world(
      { [`${folder}/workspace/a.txt`]: "", [`${folder}/workspace/m.md`]: "" },
      { files: { "z.md": "a.txt" } },
    );
    expect(namesAt("/home/dev/shop")).toEqual(["m.md", "z.md"]);
  });
});

describe("over", () => {
  const keys = { workspace: { root: "/home/dev/shop", over: "real" }, files: { "NOTES.md": "notes.txt" } };
  const { textAt, namesAt } = world(
    {
      [`${folder}/workspace/notes.txt`]: "FRONT",
      "real/NOTES.md": "BEHIND",
      "real/lib/x": "X",
      "real/notes.txt": "REAL",
      "other/y": "Y",
    },
    keys,
  );

  test("shows through below the scenario's own files", () => {
    expect(textAt("/home/dev/shop/NOTES.md")).toBe("FRONT");
    expect(textAt("/home/dev/shop/lib/x")).toBe("X");
    expect(textAt("/home/dev/shop/y")).toBe("missing");
  });

  test("has its names as they are", () => {
    expect(textAt("/home/dev/shop/notes.txt")).toBe("REAL");
  });

  test("is listed with the scenario's own files", () => {
    expect(namesAt("/home/dev/shop")).toEqual(["NOTES.md", "lib", "notes.txt"]);
  });

  test("must not lead out of the repository", () => {
    for (const over of ["../x", "a/../../x"]) {
      const scenario = JSON.stringify({ ...written, workspace: { root: "/w", over } });
      const { findings } = loadProject(
        memoryTree({
          [`${folder}/scenario.yaml`]: scenario,
          "prompts/models.yaml": "strata: 1\nmodels: [{id: 'a:b', pinned: true, window: 1}]",
        }),
      );
      expect(findings.map(({ kind }) => kind)).toContain("outside-root");
    }
  });
});
