import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { diskTree, loadProject } from "../src/load/index.ts";

const repository = path.join(import.meta.dirname, "..");
const readme = readFileSync(path.join(repository, "README.md"), "utf8");
const stacksPage = readFileSync(path.join(repository, "docs/stacks.md"), "utf8");

/** The files that docs/stacks.md shows whole: a path in backticks on a line of its own, then a fenced block. */
function shownFiles(): Record<string, string> {
  const blocks = stacksPage.matchAll(/^`([\w./-]+)`\n\n```\w+\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...blocks].map(([, file, text]) => [file!, text!]));
}

function strata(...argv: string[]) {
  return spawnSync(process.execPath, [path.join(repository, "src/cli.ts"), ...argv], { encoding: "utf8" });
}

test("a stack written from docs/stacks.md alone assembles and evaluates through --root", async () => {
  const files = shownFiles();
  expect(Object.keys(files)).toHaveLength(8);
  await using shop = await createFixture(files);

  const assembled = strata("assemble", "--root", shop.path, "--json");
  expect(assembled.stderr).toBe("");
  const documents = JSON.parse(assembled.stdout) as { profile: string; model: string; text: string }[];
  expect(documents.map(({ profile, model }) => `${profile} ${model}`)).toEqual([
    "clerk reader:bm25",
    "clerk openai:gpt-5-2025-08-07",
    "reader reader:bm25",
    "reader openai:gpt-5-2025-08-07",
  ]);
  expect(documents[2]!.text).toBe(
    [
      "You answer for the shop's help desk.",
      "",
      "- Quote the order number in every answer.",
      "- Ask a colleague before paying back more than 500 euros.",
      "",
      "## Today",
      "- Date: 2026-03-30",
      "- Tools: read",
      "",
      "## Notes",
      "- Parcels are collected at 16:40.",
      "- The till's code word is marmalade.",
    ].join("\n"),
  );

  const run = strata("eval", "--root", shop.path);
  // Two profiles ask for the parcels, one each for the refund and the tools; all for two models.
  expect(run.stdout.trimEnd().split("\n").at(-1)).toBe("8 passed, 0 failed, 0 skipped, 0 unmeasured");
  expect(run.status).toBe(0);
});

test("every repository path that the README names exists", () => {
  const named = [
    ...readme.matchAll(/\]\(([\w./-]+)\)|`((?:prompts|evals|corpus|scripts|src|docs)\/[\w./-]+)`/g),
  ];
  const shown = new Set(Object.keys(shownFiles()));
  const paths = named.map(([, link, code]) => (link ?? code)!).filter((file) => !shown.has(file));
  for (const file of paths)
    expect(() => readFileSync(path.join(repository, file)), file).not.toThrow(/ENOENT/);
});

test("every case that the README names is in the corpus", () => {
  const { cases } = loadProject(diskTree(repository)).project;
  const known = new Set(cases.map(({ id }) => id));
  const named = [...readme.matchAll(/--case ([a-z][\w-]+)|`((?:abhed|vibeos|rivumi|right-agent)-[a-z-]+)`/g)];
  const ids = named.map(([, flag, code]) => (flag ?? code)!);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
});
