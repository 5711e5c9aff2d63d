import { stableJson } from "../../util/index.ts";
import { isNothing } from "./take.ts";

/**
 * A value as a fenced JSON block with its keys in order, so that equal values give equal bytes. No line of JSON begins
 * with a fence, so no value can close it.
 */
export function renderJsonFence(value: unknown): string {
  return isNothing(value) ? "" : `\`\`\`json\n${stableJson(value, 2)}\n\`\`\``;
}
