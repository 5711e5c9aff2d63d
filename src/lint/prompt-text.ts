import { readProse } from "./text/prose.ts";
import type { PromptText } from "./types.ts";

/** A text with what its role leaves out. */
export function promptText(
  given: Pick<PromptText, "role" | "file" | "text"> & Partial<Omit<PromptText, "prose">>,
): PromptText {
  const firstLine = given.firstLine ?? 1;
  let prose: PromptText["prose"] | undefined;
  return {
    ...{ firstLine, layers: [], cached: true, rendered: false, clockNames: [], raw: null, exists: null },
    ...given,
    get prose() {
      return (prose ??= readProse(given.text, firstLine));
    },
  };
}
