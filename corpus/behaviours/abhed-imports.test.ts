import { describe, expect, test } from "vitest";
import { edited, type Files, shop, sourcesOf, textOf } from "../../src/assemble/testing.ts";
import { assembleAbhed, loadAbhed } from "./testing-abhed.ts";

// ABH-21: @path imports of the real stack.

type Spec = Parameters<typeof assembleAbhed>[0];
const memoryOf = (spec: Spec) => textOf(assembleAbhed(spec), "memory") ?? "";
const considered = (spec: Spec, file: string) =>
  sourcesOf(assembleAbhed(spec), "memory").filter(({ path }) => path === file);
const count = (text: string, part: string) => text.split(part).length - 1;
const circle = {
  "ABHED.md": "see @docs/a.md",
  "docs/a.md": "A @b.md",
  "docs/b.md": "B @c.md",
  "docs/c.md": "C @a.md",
};
const depth = (max: number): Files =>
  edited(
    "prompts/abhed/stack.yaml",
    'first: ["{{workspace}}/ABHED.md", "{{workspace}}/AGENTS.md"]\n            imports: { maxDepth: 5,',
    `first: ["{{workspace}}/ABHED.md", "{{workspace}}/AGENTS.md"]\n            imports: { maxDepth: ${max},`,
  );

test("ABH-21 a, b and c in a circle stand once each, and the cut is told", () => {
  const text = memoryOf({ workspace: circle });
  expect(["A @b.md", "B @c.md", "C @a.md"].map((part) => count(text, part))).toEqual([1, 1, 1]);
  const assembly = assembleAbhed({ workspace: circle });
  expect(assembly.diagnostics.map(({ kind, severity }) => [kind, severity])).toEqual([
    ["import-cycle", "warning"],
  ]);
});

test("ABH-21 with depth 2 C is absent and the reason names the depth", () => {
  const spec = { workspace: circle, files: depth(2) };
  expect(memoryOf(spec)).toContain("B @c.md");
  expect(memoryOf(spec)).not.toContain("C @a.md");
  expect(considered(spec, "docs/c.md")).toMatchObject([
    { status: "skipped", reason: expect.stringContaining("import-depth") },
  ]);
});

test("ABH-21 the depth is 5 unless the stack says otherwise", () => {
  const chain = Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].map((i) => [i === 0 ? "ABHED.md" : `${i}.md`, `N${i} @${i + 1}.md`]),
  );
  const files = edited(
    "prompts/abhed/stack.yaml",
    'AGENTS.md"]\n            imports: { maxDepth: 5, exclude',
    'AGENTS.md"]\n            imports: { exclude',
  );
  for (const spec of [{ workspace: chain }, { workspace: chain, files }]) {
    const text = memoryOf(spec);
    expect([0, 1, 2, 3, 4, 5, 6].filter((i) => text.includes(`N${i} `))).toEqual([0, 1, 2, 3, 4, 5]);
  }
});

test("ABH-21 a depth over 10 is refused", () => {
  expect(loadAbhed({ files: depth(10) }).findings).toEqual([]);
  expect(loadAbhed({ files: depth(11) }).findings.map(({ kind }) => kind)).toEqual(["invalid-value"]);
});

test("ABH-21 a file that imports itself stands once", () => {
  expect(count(memoryOf({ workspace: { "ABHED.md": "SELF @ABHED.md" } }), "SELF")).toBe(1);
});

test.each([
  ["a fence of backticks", "```\n@docs/a.md\n```"],
  ["a fence of tildes", "~~~ text\n@docs/a.md\n~~~"],
  ["a fence that holds a shorter one", "````\n```\n@docs/a.md\n```\n````"],
  ["a fence that is never closed", "```\n@docs/a.md"],
  ["inline code", "run `cat @docs/a.md` twice"],
  ["inline code with two backticks", "run ``cat @docs/a.md`` twice"],
  ["a word", "mail me@docs/a.md"],
])("ABH-21 a mention in %s is no import", (_, text) => {
  const spec = { workspace: { "ABHED.md": text, "docs/a.md": "IMPORTED" } };
  expect(memoryOf(spec)).not.toContain("IMPORTED");
  expect(considered(spec, "docs/a.md")).toEqual([]);
});

test("ABH-21 a mention in inline code that holds a backtick is no import", () => {
  expect(
    memoryOf({ workspace: { "ABHED.md": "run ``cat ` @docs/a.md`` twice", "docs/a.md": "IMPORTED" } }),
  ).not.toContain("IMPORTED");
});

test.each([
  ["at the start of a line", "@docs/a.md"],
  ["after a space", "see @docs/a.md for more"],
  ["after a tab", "see\t@docs/a.md"],
  ["before a full stop", "See @docs/a.md."],
  ["before a comma", "see @docs/a.md, then stop"],
  ["in brackets", "(see @docs/a.md)"],
  ["after a closed fence", "```\nx\n```\n@docs/a.md"],
  ["with ./", "@./docs/a.md"],
  ["through a folder and back", "@docs/../docs/a.md"],
  ["with its absolute path", `@${shop}/docs/a.md`],
])("ABH-21 a mention %s is an import", (_, text) => {
  expect(count(memoryOf({ workspace: { "ABHED.md": text, "docs/a.md": "IMPORTED" } }), "IMPORTED")).toBe(1);
});

test("ABH-21 @alice is a person", () => {
  const spec = { workspace: { "ABHED.md": "ask @alice, @bob. or (@carol)", alice: "IMPORTED" } };
  expect(memoryOf(spec)).not.toContain("IMPORTED");
  expect(considered(spec, "alice")).toEqual([]);
});

describe("ABH-21 state", () => {
  test("ABH-21 .abhed is never imported from the workspace", () => {
    const workspace = {
      "ABHED.md": "@.abhed/users.md",
      "ABHED.local.md": "@./docs/../.abhed/users.md",
      ".abhed/users.md": "STATE",
    };
    expect(memoryOf({ workspace })).not.toContain("STATE");
    expect(considered({ workspace }, ".abhed/users.md").map(({ status }) => status)).toEqual([
      "skipped",
      "skipped",
    ]);
  });

  test("ABH-21 .abhed is never imported from the user's file either", () => {
    const home = {
      ".abhed/ABHED.md": "@notes.md @projects/shop/MEMORY.md",
      ".abhed/notes.md": "STATE",
      ".abhed/projects/shop/MEMORY.md": "## Managed memory",
    };
    const text = memoryOf({ home });
    expect(text).not.toContain("STATE");
    expect(text).not.toMatch(/^## Managed memory$/m);
  });
});

describe("ABH-21 places", () => {
  const world = { home: { "leak.md": "LEAK", ".config/leak.md": "LEAK" }, managed: { "leak.md": "LEAK" } };

  test.each([
    "@../leak.md",
    "@/home/dev/leak.md",
    "@~/leak.md",
    "@/etc/leak.md",
    "@../../../etc/leak.md",
    "@docs/../../leak.md",
    "@~/.config/leak.md",
  ])("ABH-21 %s leaves the workspace and is refused", (mention) => {
    const spec = { ...world, workspace: { "ABHED.md": `see ${mention}` } };
    expect(memoryOf(spec)).not.toContain("LEAK");
    const refused = sourcesOf(assembleAbhed(spec), "memory").find(({ path }) => path.includes("leak.md"));
    expect(refused).toMatchObject({ status: "skipped", reason: "leads out of the workspace" });
  });

  test("ABH-21 an imported file cannot leave the workspace either", () => {
    const workspace = { "ABHED.md": "@docs/a.md", "docs/a.md": "A @../../leak.md" };
    expect(memoryOf({ ...world, workspace })).not.toContain("LEAK");
  });

  test("ABH-21 a path is relative to the file that names it", () => {
    const workspace = {
      "ABHED.md": "@docs/a.md",
      "docs/a.md": "@b.md",
      "b.md": "WRONG",
      "docs/b.md": "RIGHT",
    };
    expect(memoryOf({ workspace })).toContain("RIGHT");
    expect(memoryOf({ workspace })).not.toContain("WRONG");
  });

  test("ABH-21 without a policy no import is followed: managed memory has none", () => {
    const managed = { "abhed/ABHED.md": "ORG @org.md", "abhed/org.md": "IMPORTED" };
    expect(memoryOf({ managed })).toContain("ORG @org.md");
    expect(memoryOf({ managed })).not.toContain("IMPORTED");
  });

  test("ABH-21 imported files pass the same guards", () => {
    const workspace = {
      "ABHED.md": "@a.md @b.md @c.md",
      "a.md": Uint8Array.of(0xff),
      "b.md": "B\0",
      "c.md/d": "folder",
    };
    expect(["a.md", "b.md", "c.md"].map((file) => considered({ workspace }, file)[0]!.status)).toEqual([
      "skipped",
      "skipped",
      "skipped",
    ]);
  });

  test("ABH-21 a file that is not there is told and nothing fails", () => {
    const spec = { workspace: { "ABHED.md": "use @types/node" } };
    expect(considered(spec, "types/node")).toMatchObject([{ status: "absent" }]);
    expect(assembleAbhed(spec).diagnostics).toEqual([]);
  });

  test.each(["docs/правила.md", "文档/规则.md", "docs/c++.md", "docs/a,b.md"])(
    "ABH-21 a name need not be ASCII: @%s",
    (file) => {
      expect(memoryOf({ workspace: { "ABHED.md": `see @${file} first`, [file]: "IMPORTED" } })).toContain(
        "IMPORTED",
      );
    },
  );
});
