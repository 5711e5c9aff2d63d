import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPrompt } from "./fixtures/arbitrary-prompt.ts";
import { splitSentences } from "./split-sentences.ts";

const trimmed = (paragraph: string) => splitSentences(paragraph).map((sentence) => sentence.trim());

describe("splitSentences", () => {
  test.each([
    ["Run it. Then stop! Why?", ["Run it.", "Then stop!", "Why?"]],
    [
      "Use v24.1.0, i.e. Node. See a.ts, e.g. Section 2. Ask Dr. Osei.",
      ["Use v24.1.0, i.e. Node.", "See a.ts, e.g. Section 2.", "Ask Dr. Osei."],
    ],
    ["**Never push.** `pnpm` only. _Ask._ Then go.", ["**Never push.** `pnpm` only.", "_Ask._", "Then go."]],
    [
      "Порт 6432, т.е. Postgres. Тесты и т.д. идут ночью. Готово!",
      ["Порт 6432, т.е. Postgres.", "Тесты и т.д. идут ночью.", "Готово!"],
    ],
    ["数据库是PostgreSQL。端口是6432！为什么？", ["数据库是PostgreSQL。", "端口是6432！", "为什么？"]],
    ["A sentence over\ntwo lines. Another\r\none.", ["A sentence over\ntwo lines.", "Another\r\none."]],
  ])("splits %j", (paragraph, sentences) => {
    expect(trimmed(paragraph)).toEqual(sentences);
  });

  test("loses no character of any text", () => {
    fc.assert(
      fc.property(arbitraryPrompt, (text) => {
        expect(splitSentences(text).join("")).toBe(text);
      }),
    );
  });
});
