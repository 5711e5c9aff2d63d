import { splitFrontMatter, type Step } from "../load/index.ts";

type TransformName = Extract<Step, { kind: "transform" }>["name"];

/** The named text functions that any stack can use. */
export const transforms = {
  trim: (text) => text.trim(),
  "trim-end": (text) => text.trimEnd(),
  "strip-front-matter": (text) => {
    const split = splitFrontMatter(text);
    return split === null || split === "unterminated" ? text : split.text;
  },
} satisfies Record<TransformName, (text: string) => string>;
