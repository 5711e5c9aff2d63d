import { expect } from "vitest";
import { aGitFolder, type GitFixture } from "../load/testing-git.ts";
import { edited, type IoChanges, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aLocked, removeTemplate as removeLocked } from "./testing-lock.ts";

export const core = "prompts/mini/core.md";
export const cases = "corpus/cases/mini/cases.yaml";

/** The small corpus with a case of a rule of the core. */
export const corpus = edited(
  cases,
  "cases:\n",
  `cases:
  - id: counts
    input: Should you count or estimate?
    profiles: [main]
    models: [reader:bm25]
    assert:
      - { type: contains, value: count }
      - { type: contains, value: never estimate }
`,
);

/** The core without that rule. */
export const lost = { [core]: miniRepository[core].replace("count, never estimate", "ask Irina") };

/** The code of every part of a gate that has nothing to say. */
export const fine = {
  ...{ settings: 0, corpus: 0, code: 0, lock: 0, lint: 0, budgets: 0, comparison: 0, compaction: 0 },
};

let template: Promise<GitFixture> | undefined;

/** The small repository with its lock, two commits on main. */
export async function onMain(): Promise<GitFixture> {
  return aGitFolder((await (template ??= aLocked({ [cases]: corpus }))).path);
}

/** Removes what copies of {@link onMain} are made from. */
export async function removeTemplate(): Promise<void> {
  await (await template)?.files.rm();
  template = undefined;
  await removeLocked();
}

/** A branch of its own with files changed and locked, on top of what is changed on main before. */
export async function aBranch(
  changes: Record<string, string | null>,
  before: Record<string, string> = {},
): Promise<GitFixture> {
  const repository = await onMain();
  if (Object.keys(before).length > 0) await repository.commit(before, "On main");
  repository.git("checkout", "--quiet", "-b", "candidate");
  for (const [file, text] of Object.entries(changes)) {
    if (text === null) await repository.files.rm(file);
    else await repository.files.writeFile(file, text);
  }
  const bumped = await strata(repository.path, ["lock", "--bump", "patch"]);
  expect(bumped.code).toBe(0);
  await repository.commit({}, "The change");
  return repository;
}

/** `strata gate --json`, with the exit code that each part asks for. */
export async function gate(repository: { path: string }, argv: string[] = [], changes: IoChanges = {}) {
  const { code, stdout, stderr } = await strata(repository.path, ["gate", "--json", ...argv], changes);
  const document = JSON.parse(stdout);
  const codes = Object.fromEntries(
    (document.parts as { part: string; code: number }[]).map((one) => [one.part, one.code]),
  );
  return { code, document, codes, stderr };
}
