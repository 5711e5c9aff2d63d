import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPrompt } from "./fixtures/arbitrary-prompt.ts";
import { tokenize } from "./tokenize.ts";

describe("tokenize", () => {
  test.each([
    [
      "runEvalCase max_retries AGENTS.md",
      ["run", "eval", "cas", "runevalcas", "max", "retry", "agent", "md"],
    ],
    ["HTTPServer and the PRs", ["http", "serv", "httpserv", "pr"]],
    [
      "node.js v24.1.0, sha256, 1,000 rows on 8080",
      ["nod", "js", "v", "24.1.0", "sha", "256", "1000", "row", "8080"],
    ],
    ["ＡＢＣ ﬁle", ["abc", "fil"]],
    ["Don't the user’s", ["user"]],
    ["Портами базы данных, счётчик", ["порта", "базы", "данны", "счетч"]],
    ["Ταχυδρομείο", ["ταχυδ"]],
    ["哪个数据库的端口", ["数据", "库", "端", "口"]],
  ])("%s", (text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  test.each([
    "What is it that you do with this, and why?",
    "Что это такое и почему?",
    "你们应该怎么用它？",
    "😀 --- __ ... ",
  ])("finds no content in %j", (text) => {
    expect(tokenize(text)).toEqual([]);
  });

  test("takes one word, however it is written, for one", () => {
    for (const spelling of ["typescript", "TypeScript", "TYPESCRIPT"]) {
      expect(tokenize(spelling)).toContain("typescript");
    }
  });

  test("gives the same non-empty lower-case terms for any text, every time", () => {
    fc.assert(
      fc.property(arbitraryPrompt, (text) => {
        const terms = tokenize(text);
        expect(terms).toEqual(tokenize(text));
        for (const term of terms) {
          expect(term).not.toBe("");
          expect(term).toBe(term.toLowerCase());
        }
      }),
      { numRuns: 500 },
    );
  });
});
