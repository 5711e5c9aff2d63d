import { mentionPattern } from "../text/tool-names.ts";
import { defineRule } from "../types.ts";

/** A tool that the text sends the model to, and that the profile has not got. */
export const danglingTool = defineRule({
  kind: "dangling-tool",
  severity: "error",
  heuristic: false,
  inputs: ["stack", "prompts"],
  *run({ stack, prompts }) {
    const found = new Map<string, { place: Place; profiles: Set<string>; denied: boolean }>();
    for (const { profile, texts } of prompts) {
      if (profile === null) continue;
      const missing = stack.tools.filter(({ name }) => !profile.tools.some((tool) => tool.name === name));
      for (const text of texts) {
        if (text.role !== "layer") continue;
        for (const { name } of missing) {
          for (const line of mentions(text.text, name)) {
            const place = { file: text.file, line: text.firstLine + line, tool: name, layer: text.layers[0] };
            const key = `${place.file}:${place.line} ${name}`;
            const entry = found.get(key) ?? { place, profiles: new Set<string>(), denied: true };
            entry.profiles.add(profile.id);
            entry.denied &&= profile.denied.includes(name);
            found.set(key, entry);
          }
        }
      }
    }
    for (const { place, profiles, denied } of found.values()) {
      const { file, line, tool, layer } = place;
      yield {
        file,
        line,
        ...(layer === undefined ? {} : { layer }),
        args: { tool, profiles: [...profiles], denied },
      };
    }
  },
});

interface Place {
  file: string;
  line: number;
  tool: string;
  layer: string | undefined;
}

/** Lines, from 0, that name a tool. */
function mentions(text: string, tool: string): number[] {
  if (!text.includes(tool)) return [];
  const pattern = mentionPattern(tool);
  return text.split("\n").flatMap((line, i) => (pattern.test(line) ? [i] : []));
}
