import fc from "fast-check";

const pieces = [
  "# ", "## Rules\n", "### ", "- ", "* ", "1. ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "```", "~~~", "```ts\n", "| a | b |\n",
  "> ", "<env>\n", "</env>", "---\n", "Use pnpm. ", "e.g. Node 24.1 ", "**Never push.** ", "and some more words so that a line gets long ",
  "Порт базы. ", "数据库的端口。", "ﬁ", "é", "😀", "\u2028", "\u0000", "\ud800", "__proto__", "camelCase", "key: value",
] as const; // prettier-ignore

/** Any text at all, and texts made of what prompts are made of, lone surrogates and mixed line ends included. */
export const arbitraryPrompt: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join("")),
);
