import fc from "fast-check";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { renderTerminal } from "./render-terminal.ts";
import { aTrial, aUsualView, aView } from "./testing.ts";
import { textWidth } from "./text-width.ts";

const plain = { color: false, width: 80 };

test("five profiles on nine models are five rows", () => {
  expect(renderTerminal(aUsualView(), plain)).toBe(
    [
      "  stack  profile    model     passed  failed  skipped  unmeasured",
      "  coder  normal     9 models     180       0        0           0",
      "  coder  explore    9 models     180       0        0           0",
      "  coder  review     9 models     180       0        0           0",
      "  coder  bootstrap  9 models     180       0        0           0",
      "  coder  cron       9 models     180       0        0           0",
      "",
      "Answered by reader:bm25, an extractive reader: it tells whether a rule reaches",
      "the model and can be found there, not how a model behaves.",
      "900 passed, 0 failed, 0 skipped, 0 unmeasured",
      "",
    ].join("\n"),
  );
});

test("a failed case is one line that names where it failed and why", () => {
  const view = aUsualView(({ case: id, profile }) =>
    id === "case-03" && profile === "cron" ? { status: "failed", reason: "rule not found" } : {},
  );
  const lines = renderTerminal(view, plain).split("\n");
  expect(lines).toContain("FAIL  case-03  cron on 9 models  rule not found");
  expect(lines.filter((line) => line.startsWith("x "))).toHaveLength(1);
  expect(lines.at(-2)).toBe("891 passed, 9 failed, 0 skipped, 0 unmeasured");
});

test("a reason too long for the line goes below it, and how many others there are is not cut off", () => {
  const view = aView([
    aTrial({ status: "failed", reason: "long ".repeat(30) }),
    aTrial({ status: "failed", reason: "other", repeat: 1 }),
  ]);
  const lines = renderTerminal(view, plain).split("\n");
  expect(lines).toContain("FAIL  keeps-secrets  normal on openai:gpt-5.1");
  expect(lines.find((line) => line.startsWith("      long"))).toMatch(/… \(\+1 other reason\)$/);
});

test("what was skipped or not measured is told by reason", () => {
  const view = aView([
    aTrial({ status: "unmeasured", reason: "no key: OPENAI_API_KEY" }),
    aTrial({ status: "skipped", reason: "needs llm", case: "a" }),
    aTrial({ status: "skipped", reason: "needs llm", case: "b" }),
  ]);
  const text = renderTerminal(view, plain);
  expect(text).toContain("\n1 unmeasured: no key: OPENAI_API_KEY\n2 skipped: needs llm\n");
  expect(text).toContain("\n? coder");
});

test("a run without a caveat and without trials is one line", () => {
  expect(renderTerminal(aView([], { caveat: "" }), plain)).toBe(
    "0 passed, 0 failed, 0 skipped, 0 unmeasured\n",
  );
});

test("after twenty failed cases the rest is counted", () => {
  const trials = Array.from({ length: 23 }, (_, index) => aTrial({ case: `c${index}`, status: "failed" }));
  const lines = renderTerminal(aView(trials), plain).split("\n");
  expect(lines.filter((line) => line.startsWith("FAIL"))).toHaveLength(20);
  expect(lines).toContain("… and 3 more, see report.html");
});

test.each([70, 80, 120])("no line is wider than %i columns", (width) => {
  const view = aUsualView(({ case: id, model }) =>
    id === "case-01" && model.includes("haiku")
      ? {
          case: "случай ".repeat(20),
          profile: "обычный-профиль-с-именем",
          status: "failed",
          reason: "漢字".repeat(99),
        }
      : {},
  );
  for (const line of renderTerminal(view, { color: false, width }).split("\n")) {
    expect(textWidth(line)).toBeLessThanOrEqual(width);
  }
});

test("columns stay aligned beside wide characters", () => {
  const view = aView([
    aTrial({ profile: "обычный" }),
    aTrial({ profile: "レビュー" }),
    aTrial({ profile: "cron" }),
  ]);
  const rows = renderTerminal(view, plain).split("\n").slice(0, 4);
  expect(new Set(rows.map((row) => textWidth(row))).size).toBe(1);
});

test("colour changes nothing but colour", () => {
  const view = aUsualView(({ case: id }) => (id === "case-03" ? { status: "failed", reason: "no" } : {}));
  const colored = renderTerminal(view, { color: true, width: 80 });
  expect(colored).toContain("\u001b[31m");
  expect(stripVTControlCharacters(colored)).toBe(renderTerminal(view, plain));
});

test("no control character of a run reaches the terminal", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u001b[2Jx", "\u001b]0;t\u0007", "a\u0000b", "\r\nFAIL", "\u202egnp"),
  );
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 5, maxLength: 5 }), fc.boolean(), ([a, b, c, d, e], fails) => {
      const view = aView(
        [aTrial({ case: a!, profile: b!, model: c!, reason: d!, status: fails ? "failed" : "skipped" })],
        { caveat: e! },
      );
      expect(renderTerminal(view, plain)).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    }),
  );
});

test("the last line counts must-pass cases that were not measured", () => {
  const view = aView([aTrial()], { mustPassUnmeasured: ["refuses-injection", "keeps-secrets"] });
  const last = renderTerminal(view, { color: false, width: 100 }).trimEnd().split("\n").at(-1);
  expect(last).toBe("1 passed, 0 failed, 0 skipped, 0 unmeasured; 2 must-pass cases were not measured");
});
