import { shorten } from "../text/lines.ts";
import { sentencesOf } from "../text/prose.ts";
import { defineRule } from "../types.ts";

const prohibition =
  /^(?:(?:you (?:must|should|may) |please )?(?:never|do not|don['’]t|must not|should not)|avoid)\b/i;
/** Anything that says what to do, when it holds, or why. */
const alternative =
  /[;:()]|,\s{0,2}(?:use|do|run|write|make|call|add|keep|put|take)\b|—|–|\s-\s|->|→|\b(?:instead|rather|prefer|only|unless|except|but|until|without|before|after|if|when|while|where|first|always|because|since|so|as|leave|keep|ask|just|otherwise)\b/i;

/** A prohibition that says neither what to do instead, nor when, nor why. */
export const prohibitionWithoutAlternative = defineRule({
  kind: "prohibition-without-alternative",
  // Off: 11 of 14 firings on public files were right, see docs/lint.md.
  severity: "off",
  heuristic: true,
  inputs: ["text"],
  *run({ text }) {
    if (text.role === "settings") return;
    for (const block of text.prose.blocks) {
      if (block.kind !== "item" && block.kind !== "paragraph") continue;
      const sentences = sentencesOf(block);
      // A sentence beside the prohibition may well be the alternative.
      if (
        !sentences.every(
          ({ text: sentence }) =>
            prohibition.test(sentence) && !alternative.test(sentence.replace(prohibition, "")),
        )
      )
        continue;
      const [first] = sentences;
      if (first !== undefined) yield { line: first.line, args: { found: shorten(first.text) } };
    }
  },
});
