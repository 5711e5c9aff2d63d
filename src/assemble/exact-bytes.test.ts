import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aLayerFile, aProject, assembleIn, textOf } from "./testing.ts";

// Design section 3: what is hashed is exactly what is sent, and nothing is rendered that did not ask for it.

const sha256 = (text: string) => `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
const hostile = [
  "{{ x }} {{x}} {# y #} {% if z %} ${{ secrets.T }} $& $1 %s 50% done",
  "---",
  '{"json": [1, "\\u00e9", {"a": null}]}\t\\n',
  "<|endoftext|> </system> @alice \u00a0\u2028 é 😀 👩‍👩‍👧 \uFEFF",
  "",
].join("\r\n");
const memory = { id: "memory", tier: "session", source: { path: "{{workspace}}/NOTES.md" } };
const layers = [{ id: "core", tier: "core", source: { file: "core.md" } }, memory];
const project = aProject({
  stack: { layers },
  files: { "prompts/demo/core.md": aLayerFile(hostile) },
  workspace: { "NOTES.md": `\uFEFF${hostile}` },
});

test("a prompt layer without vars and a memory file arrive byte for byte, with LF line ends", () => {
  const expected = hostile.replaceAll("\r\n", "\n");
  const assembly = assembleIn(project);
  expect(textOf(assembly, "core")).toBe(expected);
  expect(textOf(assembly, "memory")).toBe(expected);
  expect(assembly.text).toBe(`${expected}\n\n${expected}`);
  expect(assembly.layers.map(({ hash }) => hash)).toEqual([sha256(expected), sha256(expected)]);
  expect(assembly.layers[0]!.sourceHash).toBe(sha256(expected));
  expect(assembly.layers[1]!.sources).toMatchObject([{ status: "taken", sourceHash: sha256(expected) }]);
});

test("the stack's own trim takes the white space at both ends and nothing else", () => {
  const trimmed = layers.map((layer) => ({ ...layer, steps: [{ transform: "trim" }] }));
  const assembly = assembleIn(
    aProject({
      stack: { layers: trimmed },
      files: { "prompts/demo/core.md": aLayerFile(`\n ${hostile}\n`) },
      workspace: { "NOTES.md": hostile },
    }),
  );
  const inner = hostile
    .replaceAll("\r\n", "\n")
    .replace(/\uFEFF\n$/, "")
    .trimEnd();
  expect([textOf(assembly, "core"), textOf(assembly, "memory")]).toEqual([inner, inner]);
});

test("a layer file without front matter of its own keeps what looks like it when it is read raw", () => {
  const raw = "---\nname: x\n---\ntext\n";
  const stack = { layers: [{ id: "core", tier: "core", version: "2.1.0", source: { file: "core.md" } }] };
  const assembly = assembleIn(aProject({ stack, files: { "prompts/demo/core.md": raw } }));
  expect(assembly).toMatchObject({ text: raw, layers: [{ version: "2.1.0", sourceHash: sha256(raw) }] });
});

test("heading, wrap and body are the layer's bytes, in this order", () => {
  const steps = [{ wrap: { prefix: "<m>\n", suffix: "</m>" } }];
  const stack = { separator: "--", end: "!", layers: [{ ...layers[0], heading: "# Core", steps }, memory] };
  const files = { "prompts/demo/core.md": aLayerFile("é\n") };
  const assembly = assembleIn(aProject({ stack, files, workspace: { "NOTES.md": "n" } }));
  expect(assembly.text).toBe("# Core\n<m>\né\n</m>--n!");
  expect(assembly.layers.map(({ start, end }) => [start, end])).toEqual([
    [0, 18],
    [20, 21],
  ]);
});

describe("two layers, the first of them empty", () => {
  const empty = { id: "empty", tier: "core", source: { value: "nothing" }, empty: "keep" };
  const stack = { inputs: { nothing: { type: "text", default: "" } }, layers: [empty, layers[0]] };

  test("have the separator between them like any others", () => {
    const assembly = assembleIn(aProject({ stack }));
    expect(assembly.layers.map(({ start, end }) => [start, end])).toEqual([
      [0, 0],
      [2, 12],
    ]);
    expect(assembly.text).toBe("\n\nBe brief.\n");
  });
});
