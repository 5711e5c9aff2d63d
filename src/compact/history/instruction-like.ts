import { scanText } from "../../assemble/index.ts";

// Only a text with one of these words, or with an invisible character, can be a hit of the scan that follows.
const suspicious =
  /ignor|disregard|instruct|system|forget|overrid|pretend|prompt|you are|act as|secret|curl|wget|base64|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/iu;
const tags =
  /<\/?(?:system[\w-]*|user_info|assistant|human|tool_result|memory-context|instructions?|summary|state_snapshot)\b[^>]*>|\[\/?(?:SYSTEM|INST)[^\]]*\]|<\|[a-z_]+\|>/iu;

/** Whether a text speaks to the model that reads it: an injection, or the marks that a harness uses itself. */
export function isInstructionLike(text: string): boolean {
  if (isForgedTag(text)) return true;
  return suspicious.test(text) && scanText(text, { scope: "context" }).ids.length > 0;
}

const approvals =
  /\b(?:user|they|customer|owner|maintainer)\b[^.!?]{0,60}\b(?:approv|confirm|agree|authori[sz]|permit|allow|consent|okay|said yes|gave permission|signed off)/i;

/** Whether a text claims that the user approved of something: nothing that anybody but the user can say. */
export function claimsApproval(text: string): boolean {
  return approvals.test(text);
}

/** Whether a text holds marks by which a harness tells system text from other text. */
export function isForgedTag(text: string): boolean {
  return tags.test(text);
}
