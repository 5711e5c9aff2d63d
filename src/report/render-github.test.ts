import fc from "fast-check";
import { expect, test } from "vitest";
import type { Finding } from "../util/index.ts";
import { renderGithub } from "./index.ts";

const finding = (changes: Partial<Finding> = {}): Finding => ({
  ...{
    kind: "politeness",
    severity: "warning",
    args: {},
    message: "is padding.",
    file: "prompts/a/core.md",
    line: 4,
  },
  ...changes,
});

test("one annotation a finding, on its line", () => {
  expect(renderGithub([finding(), finding({ severity: "error", line: 7 })])).toBe(
    "::warning file=prompts/a/core.md,line=4,title=politeness::is padding.\n" +
      "::error file=prompts/a/core.md,line=7,title=politeness::is padding.\n",
  );
});

test("signs that mean something to GitHub are escaped", () => {
  expect(renderGithub([finding({ file: "a,b:c.md", message: "100% of\n::error::all" })])).toBe(
    "::warning file=a%2Cb%3Ac.md,line=4,title=politeness::100%25 of ::error::all\n",
  );
});

test("no message starts a command of its own", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (message, file) => {
      const lines = renderGithub([finding({ message, file })]).split("\n");
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(/^::warning file=/);
    }),
    { numRuns: 100 },
  );
});
