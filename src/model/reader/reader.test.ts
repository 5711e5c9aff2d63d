import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../types.ts";
import { arbitraryPrompt } from "./fixtures/arbitrary-prompt.ts";
import { createReader } from "./reader.ts";
import { splitPassages } from "./split-passages.ts";
import { tokenize } from "./tokenize.ts";

async function read(system: string, messages: ChatMessage[], reader = createReader()): Promise<string> {
  const outcome = await reader.answer({ system, messages, tools: [], parameters: {} });
  if (outcome.kind !== "answer") throw new Error(outcome.reason);
  return outcome.text;
}

const ask = (system: string, question: string, reader = createReader()) =>
  read(system, [{ role: "user", content: question }], reader);

describe("what is read", () => {
  const system = "Use pnpm.";
  const said = (role: "user" | "assistant", content: string): ChatMessage => ({ role, content });

  test("earlier turns are, after the system text", async () => {
    const messages = [
      said("user", "The port is 5000."),
      said("assistant", "Port 6000, then."),
      said("user", "Which port?"),
    ];
    expect(await read("The port is 4000.", messages)).toBe(
      "The port is 4000.\nThe port is 5000.\nPort 6000, then.",
    );
  });

  test("the last user message is not, even when an assistant's message follows", async () => {
    expect(await read(system, [said("user", "Which colour?")])).toBe("NOT FOUND");
    expect(await read(system, [said("user", "Which colour?"), said("assistant", "The colour: ")])).toBe(
      "The colour:",
    );
  });

  test("without a question nothing is found", async () => {
    expect(await read(system, [])).toBe("NOT FOUND");
    expect(await read(system, [said("assistant", "pnpm")])).toBe("NOT FOUND");
  });
});

describe("the answer", () => {
  test("has both of two rules that conflict, the later one last", async () => {
    const prompt =
      "# Core\n- Keep replies under 8 lines.\n- Be kind.\n# Memory\n- Replies may have 20 lines.\n- Port 80.";
    expect(await ask(prompt, "How many lines in a reply?")).toBe(
      "- Keep replies under 8 lines.\n- Replies may have 20 lines.",
    );
  });

  test("has at most five passages, the first ones of equals", async () => {
    const rules = Array.from({ length: 7 }, (_, n) => `- rule ${n}`);
    expect(await ask(rules.join("\n"), "Which rule?")).toBe(rules.slice(0, 5).join("\n"));
  });

  test("leaves out what scores less than 30% of the best", async () => {
    const prompt =
      "- The staging cluster is rebuilt nightly.\n- A cluster of grapes.\n- Nothing else.\n- Filler.";
    expect(await ask(prompt, "When is the staging cluster rebuilt?")).toBe(
      "- The staging cluster is rebuilt nightly.",
    );
  });

  test("is found by a heading alone", async () => {
    expect(await ask("# Database\nPostgreSQL 16\n# Other\nTea", "Which database?")).toBe("PostgreSQL 16");
  });

  test("shows a wrapped passage on one line", async () => {
    expect(await ask("- Ask before you\r\n  push to main.", "push?")).toBe("- Ask before you push to main.");
  });

  test("does not match by prefix or by resemblance", async () => {
    expect(await ask("- The portal is open.", "Which port?")).toBe("NOT FOUND");
    expect(await ask("- Use vitest.", "vitess?")).toBe("NOT FOUND");
  });

  test.each([
    ["Какой порт у базы?", "Порт базы данных — 6432."],
    ["В каком городе живет Анна?", "- Анна живёт в Казани."],
    ["Когда отправлять отчеты по расходам?", "- Отчёт о расходах отправляется по пятницам."],
    ["数据库的端口是多少？", "数据库使用PostgreSQL，端口是6432。"],
    ["可以用表情符号吗？", "- 用户喜欢简短的回答，不要使用表情符号。"],
    ["周五可以部署吗？", "每周二发布新版本，周五禁止部署。"],
  ])("finds memory in Russian and Chinese: %s", async (question, expected) => {
    const prompt = [
      "# Память\n- Анна живёт в Казани.\n- Отчёт о расходах отправляется по пятницам.\n\nПорт базы данных — 6432. Тесты идут ночью.",
      "# 记忆\n- 用户喜欢简短的回答，不要使用表情符号。\n\n数据库使用PostgreSQL，端口是6432。每周二发布新版本，周五禁止部署。",
    ];
    expect((await ask(prompt.join("\n\n"), question)).split("\n")).toContain(expected);
  });
});

describe("for any prompt", () => {
  test("the answer is passages of it in its order, or NOT FOUND exactly when no content word matches", async () => {
    const flat = (text: string) => text.replaceAll(/\s+/gu, " ");
    await fc.assert(
      fc.asyncProperty(arbitraryPrompt, arbitraryPrompt, async (prompt, question) => {
        const passages = splitPassages(prompt);
        const known = new Set(passages.flatMap(({ text, path }) => [text, ...path].flatMap(tokenize)));
        const answer = await ask(prompt, question);
        expect(answer === "NOT FOUND").toBe(!tokenize(question).some((term) => known.has(term)));
        if (answer === "NOT FOUND") return;
        const lines = answer.split("\n");
        expect(lines.length).toBeLessThanOrEqual(5);
        let from = 0;
        for (const line of lines) {
          const at = passages.findIndex(({ text }, index) => index >= from && flat(text) === flat(line));
          expect(at).toBeGreaterThanOrEqual(0);
          from = at + 1;
        }
      }),
      { numRuns: 300 },
    );
  });

  // With several words it does not hold: a longer prompt weighs a rare and a common word differently.
  test("added items without the one word that was asked for change nothing", async () => {
    const words = fc.array(fc.constantFrom("port", "branch", "review", "coffee", "port port"), {
      minLength: 1,
      maxLength: 4,
    });
    const item = words.map((list) => `- ${list.join(" ")}`);
    const added = fc.record({
      at: fc.nat(),
      text: fc.constantFrom("- release", "- Tea at five.", "- review of a branch"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 9 }),
        fc.array(added, { maxLength: 9 }),
        async (items, additions) => {
          const longer = [...items];
          for (const { at, text } of additions) longer.splice(at % (longer.length + 1), 0, text);
          const question = "Which port?";
          expect(await ask(longer.join("\n"), question)).toBe(await ask(items.join("\n"), question));
        },
      ),
    );
  });

  test("a reader that has answered before answers as a new one does", async () => {
    const reader = createReader();
    const prompts = Array.from({ length: 70 }, (_, n) => `- The port is ${n}.`);
    for (const prompt of [...prompts, ...prompts]) {
      expect(await ask(prompt, "port?", reader)).toBe(prompt);
    }
  });

  test("texts that only join to the same are different prompts", async () => {
    const reader = createReader();
    const split = (system: string, first: string) =>
      read(
        system,
        [
          { role: "assistant", content: first },
          { role: "user", content: "port?" },
        ],
        reader,
      );
    expect(await split("# Port", "\n80")).toBe("# Port");
    expect(await split("# Port\n", "80")).toBe("# Port");
    expect(await split("# Port\n80", "")).toBe("80");
  });
});
