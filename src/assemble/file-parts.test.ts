import { describe, expect, test } from "vitest";
import { type Files, aProject, assembleIn, loadDemo, type ProjectSpec, shop, textOf } from "./testing.ts";

// Lists of entries, joined files, and what their headings and markers may name, for any stack.

interface World extends Pick<ProjectSpec, "scenario" | "home"> {
  workspace?: Files;
  keys?: object;
  inputs?: object;
}

function assembled(source: object, { workspace = {}, keys = {}, inputs = {}, ...world }: World = {}) {
  const layers = [{ id: "memory", tier: "session", source, ...keys }];
  return assembleIn(aProject({ ...world, workspace, stack: { layers, inputs } }));
}
const textFrom = (...args: Parameters<typeof assembled>) => textOf(assembled(...args), "memory");

describe("a list of entries", () => {
  const list = {
    path: "{{workspace}}/LIST.md",
    entries: { split: "\n--\n", header: "{{count}} entries, {{used}} chars" },
  };
  const readable = { guard: ["regular", "utf8", { maxBytes: 100 }], onFail: "skip" };

  test.each<[string, Files]>([
    ["is not UTF-8", { "LIST.md": Uint8Array.of(0x61, 0xff) }],
    ["is a folder", { "LIST.md/inside.txt": "x" }],
    ["is too large", { "LIST.md": "x".repeat(101) }],
  ])("is guarded as the file that it is: one that %s is left out", (_, workspace) => {
    const assembly = assembled({ ...list, steps: [readable] }, { workspace });
    expect(textOf(assembly, "memory")).toBeUndefined();
    expect(assembly.diagnostics).toEqual([]);
  });

  test("has its header outside of what the steps make of the entries", () => {
    const bound = { unit: "chars", max: 4, cut: "head", marker: "…" };
    const workspace = { "LIST.md": "one\n--\ntwo\n--\none" };
    expect(textFrom({ ...list, steps: [readable, { bound }] }, { workspace })).toBe(
      "2 entries, 10 chars\none\n…",
    );
    expect(textFrom({ ...list, heading: "# {{path}}", steps: [] }, { workspace })).toBe(
      "# LIST.md\n2 entries, 10 chars\none\n--\ntwo",
    );
  });
});

describe("a file's local name", () => {
  const steps = [
    { guard: [{ maxBytes: 9 }], onFail: "block", marker: "[{{local}} is too large, see {{file}}]" },
    { heading: "# {{local}}" },
  ];

  test.each([
    [
      "below the working folder, its path from there",
      "a/b/x.md",
      "# b/x.md\nshort",
      "# b/x.md\n[b/x.md is too large, see a/b/x.md]",
    ],
    ["elsewhere, its name", "c/x.md", "# x.md\nshort", "# x.md\n[x.md is too large, see c/x.md]"],
  ])("is, %s", (_, path, short, long) => {
    const source = { path: `{{workspace}}/${path}`, steps };
    const scenario = { cwd: `${shop}/a` };
    expect(textFrom(source, { scenario, workspace: { [path]: "short" } })).toBe(short);
    expect(textFrom(source, { scenario, workspace: { [path]: "much longer" } })).toBe(long);
  });

  test("stands above no blank text", () => {
    expect(
      textFrom(
        { path: "{{workspace}}/x.md", steps: [{ heading: "# {{local}}" }] },
        { workspace: { "x.md": " \n" } },
      ),
    ).toBeUndefined();
  });
});

test("joined files have a name of their own in the marker of their bound", () => {
  const files = [{ path: "{{workspace}}/a.md" }, { path: "{{workspace}}/b.md" }];
  const bound = { unit: "chars", max: 4, cut: "head", marker: "[{{local}}, {{file}}]" };
  const workspace = { "a.md": "aaa", "b.md": "bbb" };
  const named = (name: object) =>
    textFrom({ firstMatch: [{ files, steps: [{ bound }], ...name }] }, { workspace });
  expect(named({ name: "both" })).toBe("aaa\n[both, both]");
  expect(named({})).toBe("aaa\n[b.md, b.md]");
});

test("files with equal text are kept once, whatever their headings say", () => {
  const source = { folder: { dir: "{{workspace}}/notes" }, heading: "# {{path}}", dedupe: true };
  const workspace = { "notes/a.md": "same\n", "notes/b.md": "same", "notes/c.md": "other" };
  expect(textFrom(source, { workspace })).toBe("# notes/a.md\nsame\n\n\n# notes/c.md\nother");
});

test("beside looks in so many folders of a file as it is told, from the file's own upwards", () => {
  const workspace = { "a/N.md": "1", "a/b/N.md": "2", "a/b/c/N.md": "3", "a/b/c/x.txt": "" };
  const scenario = { reads: ["a/b/c/x.txt"] };
  expect(textFrom({ beside: ["N.md"] }, { workspace, scenario })).toBe("1\n\n2\n\n3");
  expect(textFrom({ beside: ["N.md"], levels: 2 }, { workspace, scenario })).toBe("2\n\n3");
});

describe("a value with a key", () => {
  const source = { value: "hints", key: "profile" };
  const withHints = (hints: unknown) => ({
    inputs: { hints: { type: "data", default: {} } },
    scenario: { values: { hints } },
  });

  test("is the entry that the fact picks, and nothing without one", () => {
    expect(textFrom(source, withHints({ main: "Be brief.", other: "no" }))).toBe("Be brief.");
    for (const hints of [{}, { other: "no" }, "main", null, [], { main: "" }])
      expect(textFrom(source, withHints(hints))).toBeUndefined();
    expect(textFrom({ ...source, key: "utc_offset" }, withHints({ "+02:00": "summer" }))).toBe("summer");
  });

  test("that is no text is an error", () => {
    expect(assembled(source, withHints({ main: 5 })).diagnostics.map(({ kind }) => kind)).toEqual([
      "unrenderable",
    ]);
  });

  test("must name a fact", () => {
    const layers = [{ id: "memory", tier: "session", source: { ...source, key: "profil" } }];
    const { findings } = loadDemo({ stack: { layers, inputs: { hints: { type: "data", default: {} } } } });
    expect(findings.map(({ kind, args }) => [kind, args])).toEqual([
      ["unknown-fact", { name: "profil", near: "profile" }],
    ]);
  });
});

test("a platform is known without its outer blanks and in lower case", () => {
  const { project, findings } = loadDemo({
    stack: { profiles: { main: { tools: "all", platform: " Telegram " } } },
  });
  expect(findings).toEqual([]);
  expect(project.stacks.get("demo")!.get("default")!.profiles.get("main")!.platform).toBe("telegram");
});
