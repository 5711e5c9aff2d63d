import { shorten } from "../text/lines.ts";
import { sentencesOf } from "../text/prose.ts";
import { defineRule } from "../types.ts";

const threats = [
  /\b(?:never,?\s{1,2}ever|very,?\s{1,2}very|always,?\s{1,2}always)\b/i,
  /[!！]{2,}/,
  /\byou(?:'ll|’ll|\s(?:will|shall))\s(?:all\s)?be\s(?:fired|punished|penali[sz]ed|shut\s?down|terminated|replaced|deleted)\b/i,
  /\b(?:i|we)(?:'ll|’ll|\s(?:will|am going to))\s(?:tip|fire|punish|replace|sue)\s(?:you|\$)/i,
  /\$\d{1,9}\s(?:tip|bonus|reward|penalty)\b/i,
  /\b(?:people|lives|someone|kittens?|grandmother|career|job)\s(?:will die|depends? on (?:this|it|you))\b/i,
  /\b(?:lose|lost)\s(?:my|your)\sjob\b/i,
  /\bunder penalty of\b|\bor else[.!]/i,
];
const directive =
  /\b(?:NEVER|ALWAYS|MUST|CRITICAL|IMPORTANT|FORBIDDEN|MANDATORY|WARNING|STOP|ONLY|DO NOT|DON'T|DON’T)\b/g;
/** Three words or more in capitals, in one go. */
const shout = /(?<![A-Za-z])(?:[A-Z]{2,20}(?:['’][A-Z]{1,3})?[ ,]{1,2}){2,20}[A-Z]{2,20}(?![A-Za-z])/;
const verbs = /\b(?:NEVER|ALWAYS|MUST|NOT|SHOULD|SHALL|DO|ARE|IS|ALL|ONLY|EVERY)\b/;

/** Threats, bribes, shouting. */
export const emphasis = defineRule({
  kind: "emphasis",
  severity: "warning",
  heuristic: true,
  inputs: ["text"],
  *run({ text }) {
    if (text.role === "settings") return;
    const sentences = text.prose.blocks
      .filter(({ kind }) => kind !== "table")
      .flatMap((block) => sentencesOf(block));
    const whole = sentences.map((sentence) => sentence.text).join("\n");
    // Most threats are made nowhere, which one look at the whole tells.
    const likely = threats.filter((threat) => threat.test(whole));
    for (const sentence of sentences) {
      const found = shouted(sentence.text, likely);
      if (found !== undefined) yield { line: sentence.line, args: { found: shorten(found) } };
    }
  },
});

function shouted(sentence: string, likely: readonly RegExp[]): string | undefined {
  for (const threat of likely) {
    const match = threat.exec(sentence);
    if (match !== null) return match[0];
  }
  const run = shout.exec(sentence)?.[0];
  if (run !== undefined && verbs.test(run)) return run;
  const words = sentence.match(directive) ?? [];
  return words.length > 1 ? words.slice(0, 3).join(" … ") : undefined;
}
