import { shorten } from "../text/lines.ts";
import { sentencesOf } from "../text/prose.ts";
import { defineRule } from "../types.ts";

const virtue =
  "(?:helpful|honest|harmless|friendly|polite|professional|thorough|careful|smart|accurate|precise|nice|kind|respectful|proactive|creative|intelligent|efficient|diligent|excellent|amazing|the best)";

/** How a wish begins, and what is wished for: most sentences are told apart by how they begin. */
const wishes = [
  {
    start:
      /^(?:you (?:are|should|must|will|need to)\s|always\s|try to\s|strive to\s|aim to\s|just\s)?(?:be|remain|stay)\s(?:as\s|always\s|very\s|extremely\s|more\s){0,2}/i,
    rest: new RegExp(`^${virtue}(?:,? (?:and )?${virtue})*[.!]?$`, "i"),
  },
  {
    start: /^(?:always\s)?(?:strive for|aim for|pursue)\s/i,
    rest: /^(?:\w+\s){0,2}(?:excellence|perfection|quality)\b[^.]{0,30}[.!]?$/i,
  },
  {
    start:
      /^(?:always\s|ensure\s|you (?:should|must)\s){0,2}(?:write|produce|deliver|maintain|keep|create)\s(?:the\s)?/i,
    rest: /^(?:clean|high[- ]quality|highest[- ]quality|excellent|good|great|readable|maintainable|robust|elegant)(?:,? (?:and )?(?:clean|readable|maintainable|robust|elegant|efficient|modular|simple|well-structured|testable|reusable))*\s(?:code|work|results?|software|solutions?|quality|standards)[.!]?$/i,
  },
  {
    start: /^(?:always\s|please\s)?(?:follow|use|apply|adhere to)\s(?:the\s)?/i,
    rest: /^(?:\w+\s){0,2}best practices[.!]?$/i,
  },
  {
    start: /^(?:always\s)?(?=(?:do|use|work|think)\s)/i,
    rest: /^(?:do your best|use (?:common sense|good judge?ment|your best judge?ment)|work hard|think carefully|think hard)[.!]?$/i,
  },
];

/** Wishes without an action. */
export const aspirational = defineRule({
  kind: "aspirational",
  severity: "warning",
  heuristic: true,
  inputs: ["text"],
  *run({ text }) {
    if (text.role === "settings") return;
    for (const block of text.prose.blocks) {
      if (block.kind === "table" || block.kind === "heading") continue;
      for (const { line, text: sentence } of sentencesOf(block)) {
        if (sentence.length > 120 || !isWish(sentence)) continue;
        yield { line, args: { found: shorten(sentence) } };
      }
    }
  },
});

function isWish(sentence: string): boolean {
  return wishes.some(({ start, rest }) => {
    const begun = start.exec(sentence);
    return begun !== null && rest.test(sentence.slice(begun[0].length));
  });
}
