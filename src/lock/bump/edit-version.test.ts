import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryTree, splitFrontMatter } from "../../load/index.ts";
import { canonicalText } from "../../util/index.ts";
import { editVersion, editVersions } from "./edit-version.ts";

const front = { kind: "front-matter", file: "core.md" } as const;

describe("a layer file", () => {
  test.each([
    ["---\nversion: 1.0.0\n---\nText 1.0.0\n", "---\nversion: 1.0.1\n---\nText 1.0.0\n"],
    ['---\nversion: "1.0.0" # of 1.0.0\n---\n', '---\nversion: "1.0.1" # of 1.0.0\n---\n'],
    ["---\ndescription: 1.0.0\nversion: '1.0.0'\n---\n", "---\ndescription: 1.0.0\nversion: '1.0.1'\n---\n"],
    ["---\r\nversion:   1.0.0  \r\n---\r\na\rb\r\n", "---\r\nversion:   1.0.1  \r\n---\r\na\rb\r\n"],
    ["\ufeff---\nversion: 1.0.0\n---\n\ufeff", "\ufeff---\nversion: 1.0.1\n---\n\ufeff"],
    ['---\nversion: "1.\\u0030.0"\n---\n', '---\nversion: "1.0.1"\n---\n'],
    ["---\n{version: 1.0.0}\n---\n", "---\n{version: 1.0.1}\n---\n"],
  ])("%j becomes %j", (before, after) => {
    expect(editVersion(before, front, "1.0.0", "1.0.1")).toBe(after);
  });

  test("every byte outside the version stays, whatever the line ends, the BOM, and the text", () => {
    const ends = fc.constantFrom("\n", "\r\n", "\r");
    const quotes = fc.constantFrom("", '"', "'");
    const before = fc.constantFrom([], ["# a comment"], ["description: of version 1.0.0"]);
    const text = fc.array(
      fc.constantFrom("a", "é", "\n", "\r", "\r\n", "---", "version: 1.0.0", "{{x}}", "\ufeff"),
    );
    fc.assert(
      fc.property(ends, quotes, before, text, fc.boolean(), (end, quote, lines, parts, bom) => {
        const head = `${bom ? "\ufeff" : ""}${["---", ...lines].map((line) => line + end).join("")}version: ${quote}`;
        const tail = `${quote}${end}---${end}${parts.join("")}`;
        const edited = editVersion(`${head}1.0.0${tail}`, front, "1.0.0", "12.3.45");
        expect(edited).toBe(`${head}12.3.45${tail}`);
        const [old, now] = [`${head}1.0.0${tail}`, edited!].map((raw) =>
          splitFrontMatter(canonicalText(raw)),
        );
        expect(now).toMatchObject({ text: (old as { text: string }).text });
      }),
      { numRuns: 100 },
    );
  });

  test("a file without front matter has no version to edit", () => {
    expect(editVersion("version: 1.0.0\n", front, "1.0.0", "1.0.1")).toBeUndefined();
  });
});

describe("a stack.yaml", () => {
  const stack = `layers:
  # The first one.
  - { id: one, version: 1.0.0 }   # keep me
  - id: two
    version:  "1.0.0"
variants:
  brief:
    set:
      layers:
        two: { version: '1.0.0' }
`;
  const at = (layer: string, variant = "default") =>
    ({ kind: "stack", file: "prompts/s/stack.yaml", layer, variant }) as const;

  test.each([
    ["one", "default", "id: one, version: 1.1.0 }   # keep me"],
    ["two", "default", 'version:  "1.1.0"'],
    ["two", "brief", "two: { version: '1.1.0' }"],
    ["one", "brief", "id: one, version: 1.1.0 }"],
  ])("layer %s of %s is edited where it is written, and nothing else", (layer, variant, written) => {
    const edited = editVersion(stack, at(layer, variant), "1.0.0", "1.1.0")!;
    expect(edited).toContain(written);
    expect(edited.replace("1.1.0", "1.0.0")).toBe(stack);
  });

  test("several versions of one file are edited together", () => {
    const tree = memoryTree({ "prompts/s/stack.yaml": stack });
    const edit = { name: "", from: "1.0.0", files: [] };
    const edits = [
      { ...edit, at: at("one"), to: "1.10.0" },
      { ...edit, at: at("two"), to: "2.0.0" },
    ];
    const edited = editVersions(tree, edits).get("prompts/s/stack.yaml")!;
    expect(edited).toContain("{ id: one, version: 1.10.0 }   # keep me");
    expect(edited).toContain('version:  "2.0.0"');
    expect(edited).toContain("'1.0.0'");
  });

  test("a layer without a version is refused by the file's name", () => {
    const tree = memoryTree({ "prompts/s/stack.yaml": "layers: []\n" });
    const edit = { name: "", from: "1.0.0", to: "1.0.1", files: [], at: at("one") };
    expect(() => editVersions(tree, [edit])).toThrow(/prompts\/s\/stack\.yaml/);
  });
});
