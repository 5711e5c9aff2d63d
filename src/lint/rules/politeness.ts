import { sentencesOf } from "../text/prose.ts";
import { defineRule } from "../types.ts";

const padding =
  /\b(?:please|kindly|thank you|thanks in advance|if you don['’]t mind|would you be so kind|much appreciated|we(?:['’]d| would) appreciate)\b/i;
/** Where the model is told how to speak to others, the words are its subject. */
const reported =
  /\b(?:say|says|saying|write|writing|words?|phrases?|reply with|respond with|answer with|thank you (?:note|message|page))\b/i;

/** Courtesies to the model. */
export const politeness = defineRule({
  kind: "politeness",
  severity: "warning",
  heuristic: true,
  inputs: ["text"],
  *run({ text }) {
    if (text.role === "settings") return;
    for (const block of text.prose.blocks) {
      if (block.kind === "table" || !padding.test(block.text)) continue;
      for (const { line, text: sentence } of sentencesOf(block)) {
        const match = padding.exec(sentence);
        if (match === null || reported.test(sentence.slice(0, match.index).slice(-80))) continue;
        yield { line, args: { found: match[0] } };
      }
    }
  },
});
