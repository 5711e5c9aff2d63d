import type { Profile } from "../../load/index.ts";
import { mentionPattern } from "../text/tool-names.ts";
import { wordsOf } from "../text/words.ts";
import { defineRule, type LintInputs, type PromptText } from "../types.ts";

/** What every model gets with the tool itself, sent a second time as text. */
export const restatedToolSchema = defineRule({
  kind: "restated-tool-schema",
  severity: "warning",
  heuristic: true,
  inputs: ["prompts"],
  *run({ prompts }) {
    const told = new Set<string>();
    for (const [text, tools] of toolsByText(prompts)) {
      const hits = [...schemasIn(text), ...descriptionsIn(text, tools)];
      for (const { line, tool } of hits) {
        const key = `${text.file}:${line} ${tool}`;
        if (told.has(key)) continue;
        told.add(key);
        const [layer] = text.layers;
        yield { line, file: text.file, ...(layer === undefined ? {} : { layer }), args: { tool } };
      }
    }
  },
});

type Tool = Profile["tools"][number];

/** Each text with the tools of all profiles that get it, so that none is looked for twice. */
function toolsByText(prompts: LintInputs["prompts"]): Map<PromptText, Set<Tool>> {
  const found = new Map<PromptText, Set<Tool>>();
  for (const { profile, texts } of prompts) {
    for (const text of texts) {
      if (text.role === "settings") continue;
      const tools = found.get(text) ?? new Set();
      found.set(text, tools);
      for (const tool of profile?.tools ?? []) tools.add(tool);
    }
  }
  return found;
}

interface Restated {
  line: number;
  tool: string;
}

/** A JSON Schema of parameters inside a fence. */
function* schemasIn(text: PromptText): Generator<Restated> {
  if (!text.text.includes('"properties"')) return;
  let block: string[] = [];
  const lines = text.text.split("\n");
  for (const [i, line] of [...lines, ""].entries()) {
    if (text.prose.isCode(i)) {
      block.push(line);
      continue;
    }
    const code = block.join("\n");
    if (/"properties"/.test(code) && /"(?:parameters|input_?[sS]chema|inputSchema)"/.test(code)) {
      const tool = /"name"\s{0,3}:\s{0,3}"([\w.-]{1,60})"/.exec(code)?.[1] ?? "a tool";
      yield { line: text.firstLine + i - block.length, tool };
    }
    block = [];
  }
}

/** How a tool is looked for: its description as words, and the lines that may hold them. */
interface Wanted {
  words: string;
  /** The longest of them. */
  word: string;
  mentions: readonly RegExp[];
}

const wanted = new WeakMap<Tool, Wanted | null>();

/** Null for a tool whose description is too short to be recognised. */
function wantedOf(tool: Tool): Wanted | null {
  let found = wanted.get(tool);
  if (found === undefined) wanted.set(tool, (found = describeTool(tool)));
  return found;
}

function describeTool({ name, description }: Tool): Wanted | null {
  const words = wordsOf(description ?? "");
  if (words.length < 3) return null;
  const labelled = new RegExp(
    String.raw`^\s*(?:[-*+]\s+)?[*_\x60]{0,3}${name.replaceAll(/\W/g, String.raw`\$&`)}[*_\x60]{0,3}\s{0,3}[:(–—-]`,
  );
  const [word = ""] = words.toSorted((a, b) => b.length - a.length);
  return { word, words: words.join(" "), mentions: [mentionPattern(name), labelled] };
}

/** A tool's own description, word for word, on a line that names it. */
function* descriptionsIn(text: PromptText, tools: Iterable<Tool>): Generator<Restated> {
  const lines = text.text.split("\n");
  // As words are compared; most texts hold no word of most descriptions.
  const plain = text.text.normalize("NFKC").toLowerCase();
  for (const tool of tools) {
    const sought = text.text.includes(tool.name) ? wantedOf(tool) : null;
    if (sought === null || !plain.includes(sought.word)) continue;
    for (const [i, line] of lines.entries()) {
      if (!line.includes(tool.name) || !sought.mentions.some((mention) => mention.test(line))) continue;
      if (wordsOf(line).join(" ").includes(sought.words)) yield { line: text.firstLine + i, tool: tool.name };
    }
  }
}
