import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { aGitFolder, type GitFixture } from "../load/testing-git.ts";
import { type Outcome, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";

export const lockFile = "prompts/strata.lock.json";

let template: Promise<GitFixture> | undefined;

/** The small repository under git, its lock committed: HEAD and the previous commit have it. */
export async function aLocked(files: Record<string, string> = {}): Promise<GitFixture> {
  if (Object.keys(files).length > 0) return makeLocked(files);
  return aGitFolder((await (template ??= makeLocked({}))).path);
}

async function makeLocked(files: Record<string, string>): Promise<GitFixture> {
  const repository = await aGitFolder({ ...miniRepository, ...files });
  await strata(repository.path, ["lock"]);
  await repository.commit({}, "One");
  await repository.commit({ "README.md": "Two\n" }, "Two");
  return repository;
}

/** Removes what copies of {@link aLocked} are made from. */
export async function removeTemplate(): Promise<void> {
  await (await template)?.files.rm();
  template = undefined;
}

/** A file of a repository. */
export function read({ path: root }: { path: string }, file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

export function write({ path: root }: { path: string }, file: string, text: string | Uint8Array): void {
  writeFileSync(path.join(root, file), text);
}

/** `strata lock --check`. */
export function check(repository: { path: string }): Promise<Outcome> {
  return strata(repository.path, ["lock", "--check"]);
}

/** The JSON document of `strata lock`. */
export async function lockJson(cwd: string, ...argv: string[]) {
  const { stdout } = await strata(cwd, ["lock", "--json", ...argv]);
  return JSON.parse(stdout);
}
