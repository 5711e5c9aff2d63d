import { expect, test } from "vitest";
import { aLayerFile } from "../assemble/testing.ts";
import { lintProject, lintTexts, promptText, rules } from "./index.ts";
import { demoFiles, lintDemo } from "./testing.ts";
import { ruleCases } from "./testing-rules.ts";
import { memoryTree } from "../load/index.ts";

const megabyte = 1_000_000;
/** A rule of quadratic time takes minutes on a megabyte; a linear one a small part of this, on a busy machine too. */
const patience = 20_000;

const all = Object.fromEntries(
  rules.map(({ kind, severity }) => [kind, severity === "off" ? "warning" : severity]),
);

const none = Object.fromEntries(rules.map(({ kind }) => [kind, "off" as const]));

// What each pattern starts with, what it may repeat, and openers that are never closed.
const pieces = [
  ..." \t\n`\"'“{}[]<>*_-#|:=.,!@$/~0aA§\u200b\u0301".split(""),
  ...[
    "`a",
    '"a ',
    "'a ",
    "{{a",
    "{% a",
    "<% a",
    "<!-- a",
    "-->",
    "[YOUR ",
    "<YOUR ",
    "```\n",
    "~~~\n",
    "- ",
    "1. ",
    "| ",
  ],
  ...["12:00", "2026-03-30 ", "current time: ", "1,000 tokens ", "session: ", "deadbeef-dead-4ead-8ead-"],
  ...[
    "please ",
    "never ",
    "never ever",
    "NEVER ",
    "NEVER, ",
    "do not ",
    "be helpful and ",
    "follow the best ",
    "write clean ",
  ],
  ...[
    "api_key",
    "api_key=",
    "secret: a",
    "token = '",
    "aws key ",
    "AKIA",
    "ghp_",
    "sk-",
    "xoxb-1-",
    "-----BEGIN ",
    "://a:b",
    "_token a",
  ],
  ...[
    "https://",
    "http://a",
    "@a/b.md ",
    "@",
    "ignore all ",
    "you are now ",
    "cat a ",
    "curl ",
    "<div ",
    '"properties" ',
    "a-b_c.",
  ],
];

test.each(pieces)("a megabyte of %j takes linear time", { timeout: patience * 2 }, async (piece) => {
  const text = piece.repeat(Math.ceil(megabyte / piece.length));
  const start = performance.now();
  await lintTexts(
    [promptText({ role: "file", file: "AGENTS.md", text, raw: text, exists: () => true })],
    all,
  );
  expect(performance.now() - start).toBeLessThan(patience);
});

test("a megabyte of what makes each rule fire takes linear time", { timeout: patience * 4 }, async () => {
  for (const { rule, fires } of ruleCases) {
    const line = fires.core?.split("\n").at(-2);
    if (line === undefined) continue;
    for (const join of ["\n", " "]) {
      const text = `${line}${join}`.repeat(Math.ceil(megabyte / (line.length + 1)));
      const start = performance.now();
      const alone = { ...none, [rule]: "warning" as const };
      await lintTexts([promptText({ role: "file", file: "AGENTS.md", text })], alone);
      expect(performance.now() - start, `${rule} ${JSON.stringify(join)}`).toBeLessThan(patience);
    }
  }
});

test("a layer of 10 MB is linted", { timeout: patience * 4 }, async () => {
  const text = "Count the till at noon, and write the sum down.\n\n".repeat(200_000);
  const { findings, problems } = await lintDemo({ core: `${text}Be helpful.\n` });
  expect(problems).toEqual([]);
  expect(findings.map(({ kind }) => kind)).toContain("aspirational");
});

test("10,000 layers are linted", { timeout: patience * 8 }, async () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => `l${i}`);
  const layers = ids.map((id) => ({ id, tier: "core", source: { file: `${id}.md` } }));
  const files = Object.fromEntries(
    ids.map((id, i) => [
      `prompts/demo/${id}.md`,
      aLayerFile(`Rule ${i} says to check drawer ${i} against list ${i % 97}.\n`),
    ]),
  );
  const tree = memoryTree(
    demoFiles({
      stack: { layers },
      files: { ...files, "prompts/demo/l9999.md": aLayerFile("Be helpful.\n") },
    }),
  );
  const { findings } = await lintProject(tree);
  expect(findings.filter(({ kind }) => kind === "aspirational")).toMatchObject([
    { file: "prompts/demo/l9999.md", line: 4 },
  ]);
});
