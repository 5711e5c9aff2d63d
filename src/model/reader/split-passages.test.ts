import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPrompt } from "./fixtures/arbitrary-prompt.ts";
import { splitPassages } from "./split-passages.ts";

const texts = (prompt: string) => splitPassages(prompt).map((passage) => passage.text);

describe("splitPassages", () => {
  test("gives nothing for a text that says nothing", () => {
    for (const blank of ["", " \n\t\r\n", "---\n***\n", "```\n\n```", "<env>\n</env>\n<br/>"]) {
      expect(texts(blank)).toEqual([]);
    }
  });

  test("gives each sentence of a paragraph, also of one that is wrapped", () => {
    const prompt =
      "Keep every reply short and lead with the result, then\nthe reason. Cite code. Ask\nif unsure.";
    expect(texts(prompt)).toEqual([
      "Keep every reply short and lead with the result, then\nthe reason.",
      "Cite code.",
      "Ask",
      "if unsure.",
    ]);
  });

  test("keeps lines apart that were ended on purpose", () => {
    const prompt = [
      "The user prefers answers without a preamble and without emoji",
      "The user works from Kazan",
      "cwd: /home/anna/projects/harbor/apps/api/with/a/long/path/to/it",
      "platform: linux",
    ];
    expect(texts(prompt.join("\n"))).toEqual(prompt);
  });

  test("gives a list item with its continuation lines, nested items apart", () => {
    const prompt = "- One rule. It has\n  two lines\n  - nested\n1. first\n2) second\n• third\n\n  after";
    expect(texts(prompt)).toEqual([
      "- One rule. It has\n  two lines",
      "- nested",
      "1. first",
      "2) second",
      "• third",
      "after",
    ]);
  });

  test("gives each line of code, tables and quotes", () => {
    const prompt = "```sh\n# set up\npnpm i\n\n```\n| a | b |\n|---|---|\n> said\n> twice";
    expect(texts(prompt)).toEqual(["# set up", "pnpm i", "| a | b |", "> said", "> twice"]);
  });

  test("ends code only at a mark as long as the one that began it", () => {
    expect(texts("````md\n```\n# x\n```\n````\nafter")).toEqual(["# x", "after"]);
    expect(splitPassages("````md\n# x\n```\n# y").map((passage) => passage.path)).toEqual([[], []]);
  });

  test("takes a bare tag for a wrapper, a tag with attributes for text", () => {
    expect(texts('<memory>\n<file path="AGENTS.md">\nUse pnpm\n</file>\n</memory>')).toEqual([
      '<file path="AGENTS.md">',
      "Use pnpm",
    ]);
  });

  test("carries the headings above a passage", () => {
    const prompt = "intro\n# Core #\n## Style\nBe brief.\n## Safety\n- Ask.\n# Memory\nPort 8080";
    expect(splitPassages(prompt)).toEqual([
      { text: "intro", path: [] },
      { text: "Be brief.", path: ["Core", "Style"] },
      { text: "- Ask.", path: ["Core", "Safety"] },
      { text: "Port 8080", path: ["Memory"] },
    ]);
  });

  test("gives a heading as a passage only when nothing stands below it", () => {
    expect(splitPassages("# Rules\n## Never push\n\n# Style\nBrief.\n## Be kind")).toEqual([
      { text: "## Never push", path: ["Rules"] },
      { text: "Brief.", path: ["Style"] },
      { text: "## Be kind", path: ["Style"] },
    ]);
  });

  test("gives slices of the prompt, in its order and without overlap, for any text", () => {
    fc.assert(
      fc.property(arbitraryPrompt, (prompt) => {
        let from = 0;
        for (const { text } of splitPassages(prompt)) {
          const at = prompt.indexOf(text, from);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(text).toMatch(/[\p{L}\p{N}]/u);
          expect(text).toBe(text.trim());
          from = at + text.length;
        }
      }),
      { numRuns: 500 },
    );
  });
});
