import { expect, test } from "vitest";
import { aLayerFile } from "../../src/assemble/testing.ts";
import { byteLength } from "../../src/util/index.ts";
import { assembleRivumi, bodyOf, type RivumiSpec } from "./testing-rivumi.ts";

const marker = "\n[truncated]";

/** A layer's body when its file is nothing but this text. */
function bounded(id: string, text: string): string {
  const spec: RivumiSpec = {
    files: { "prompts/rivumi/probe.md": aLayerFile(text) },
    stack: ({ layers, ...rest }) => ({
      ...rest,
      variants: {},
      layers: layers.map(({ vars, ...layer }: any) =>
        layer.id === id ? { ...layer, source: { file: "probe.md" } } : { ...layer, ...(vars && { vars }) },
      ),
    }),
  };
  return bodyOf(assembleRivumi(spec), id)!;
}

const contexts = ["tool_policy", "interaction_policy", "runtime_context", "workspace_state"];

test.each(contexts)("RIV-23 %s keeps 16,000 bytes and gets a marker outside of them", (id) => {
  expect(bounded(id, "a".repeat(16_000))).toBe("a".repeat(16_000));
  const cut = bounded(id, "a".repeat(16_001));
  expect(cut).toBe("a".repeat(16_000) + marker);
  expect(byteLength(cut)).toBe(16_000 + 12);
});

test.each(contexts)("RIV-23 %s counts bytes and never splits a character", (id) => {
  expect(bounded(id, "€".repeat(6000))).toBe("€".repeat(5333) + marker);
});

test("RIV-23 the core is never cut", () => {
  expect(bounded("core_policy", "a".repeat(40_000))).toBe("a".repeat(40_000));
});

/** The skills section's body with a label of no length. */
function skillsOf(text: string): string {
  const spec: RivumiSpec = {
    workspace: { ".rivumi/skills/a.md": text },
    stack: ({ layers, ...rest }) => ({
      ...rest,
      variants: {},
      layers: layers.map((layer: any) =>
        layer.id === "skills"
          ? {
              ...layer,
              source: { folder: layer.source.folder, steps: layer.source.steps },
              steps: layer.steps.filter((step: any) => step.wrap === undefined),
            }
          : layer,
      ),
    }),
  };
  return bodyOf(assembleRivumi(spec), "skills")!;
}

test("RIV-23 skills keep both ends, with the marker inside the limit", () => {
  const note = "\n... output truncated (4047 bytes omitted) ...\n";
  expect(byteLength(note)).toBe(47);
  const cut = skillsOf("a".repeat(20_000));
  expect(cut).toBe("a".repeat(7976) + note + "a".repeat(7977));
  expect(byteLength(cut)).toBe(16_000);
  expect(skillsOf("a".repeat(16_000))).toBe("a".repeat(16_000));
});

test("RIV-23 the label of the skills counts towards their limit", () => {
  const body = bodyOf(
    assembleRivumi({ workspace: { ".rivumi/skills/a.md": "b".repeat(20_000) } }),
    "skills",
  )!;
  expect(byteLength(body)).toBe(16_000);
  expect(body).toMatch(/^Project skills, .* and instructions\.\n\n## a\n/);
  expect(body).toMatch(/b\n\.\.\. output truncated \(\d+ bytes omitted\) \.\.\.\nb/);
});

test("RIV-23 instructions and memory have no such bound", () => {
  const text = "a".repeat(20_000);
  const { text: prompt } = assembleRivumi({ workspace: { "AGENTS.md": text } });
  expect(prompt).toContain(text);
  expect(prompt).not.toContain("truncated]");
});
