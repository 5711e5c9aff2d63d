import { shorten } from "../text/lines.ts";
import { sentencesOf } from "../text/prose.ts";
import { defineRule } from "../types.ts";

const virtue =
  "(?:helpful|honest|harmless|friendly|polite|professional|thorough|careful|smart|accurate|precise|nice|kind|respectful|proactive|creative|intelligent|efficient|diligent|excellent|amazing|the best)";
const lead =
  "(?:you (?:are|should|must|will|need to)\\s|always\\s|try to\\s|strive to\\s|aim to\\s|just\\s)?";
const wishes = [
  new RegExp(
    `^${lead}(?:be|remain|stay)\\s(?:as\\s|always\\s|very\\s|extremely\\s|more\\s){0,2}${virtue}(?:,? (?:and )?${virtue})*[.!]?$`,
    "i",
  ),
  /^(?:always\s)?(?:strive for|aim for|pursue)\s(?:\w+\s){0,2}(?:excellence|perfection|quality)\b[^.]{0,30}[.!]?$/i,
  /^(?:always\s|ensure\s|you (?:should|must)\s){0,2}(?:write|produce|deliver|maintain|keep|create)\s(?:the\s)?(?:clean|high[- ]quality|highest[- ]quality|excellent|good|great|readable|maintainable|robust|elegant)(?:,? (?:and )?(?:clean|readable|maintainable|robust|elegant|efficient|modular|simple|well-structured|testable|reusable))*\s(?:code|work|results?|software|solutions?|quality|standards)[.!]?$/i,
  /^(?:always\s|please\s)?(?:follow|use|apply|adhere to)\s(?:the\s)?(?:\w+\s){0,2}best practices[.!]?$/i,
  /^(?:always\s)?(?:do your best|use (?:common sense|good judge?ment|your best judge?ment)|work hard|think carefully|think hard)[.!]?$/i,
];

/** What each of them begins with: most sentences are told apart by it at once. */
const start =
  /^(?:you|always|try|strive|aim|just|be|remain|stay|pursue|ensure|write|produce|deliver|maintain|keep|create|please|follow|use|apply|adhere|do|work|think)\b/i;

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
        if (sentence.length > 120 || !start.test(sentence)) continue;
        if (!wishes.some((wish) => wish.test(sentence))) continue;
        yield { line, args: { found: shorten(sentence) } };
      }
    }
  },
});
