import { splitFrontMatter } from "../../load/index.ts";
import { defineRule } from "../types.ts";

/** Settings of a file that the model reads as its text. */
export const frontMatterInText = defineRule({
  kind: "front-matter-in-text",
  severity: "warning",
  heuristic: false,
  inputs: ["prompts"],
  *run({ prompts }) {
    const told = new Set<string>();
    for (const { profile, assembly, texts } of prompts) {
      if (assembly === null || profile === null) continue;
      for (const { file, text, layers } of texts) {
        if (told.has(file)) continue;
        const split = splitFrontMatter(text);
        if (split === null || split === "unterminated" || !/^[\w-]+:/m.test(split.yaml)) continue;
        const sent = [assembly.text, ...Object.values(assembly.channels).map((channel) => channel.text)];
        if (!sent.some((channel) => channel.includes(`---\n${split.yaml}---`))) continue;
        told.add(file);
        yield {
          line: 1,
          file,
          ...(layers[0] === undefined ? {} : { layer: layers[0] }),
          args: { profile: profile.id },
        };
      }
    }
  },
});
