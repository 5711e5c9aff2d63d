import { splitFrontMatter, type Step } from "../load/index.ts";
import { sanitizeText } from "./security/index.ts";
import { shellPrintf } from "./shell-printf.ts";

type TransformName = Extract<Step, { kind: "transform" }>["name"];

/** The named text functions that any stack can use. */
export const transforms = {
  trim: (text) => text.trim(),
  "trim-end": (text) => text.trimEnd(),
  "strip-front-matter": (text) => {
    const split = splitFrontMatter(text);
    // A file that is nothing but front matter is returned whole.
    return split === null || split === "unterminated" || split.text === "" ? text : split.text;
  },
  sanitize: (text) => sanitizeText(text).text,
  "shell-printf": shellPrintf,
} satisfies Record<TransformName, (text: string) => string>;

/** What a transform noticed in a text, by id; most notice nothing. */
export function noticedBy(name: TransformName, text: string): readonly string[] {
  return name === "sanitize" ? sanitizeText(text).warnings : [];
}
