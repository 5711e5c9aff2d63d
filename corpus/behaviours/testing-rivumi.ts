import { createFixture } from "fs-fixture";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import {
  aScenario,
  assembleIn,
  type Files,
  repository,
  shop,
  textOf,
  valid,
  type WorldSpec,
} from "../../src/assemble/testing.ts";
import type { Assembly } from "../../src/assemble/index.ts";
import { diskTree, loadProject, memoryTree, type SourceTree } from "../../src/load/index.ts";

/** A world, and what of the stack differs from this repository's. */
export interface RivumiSpec extends WorldSpec {
  /** Further or other files of the repository. */
  files?: Files;
  /** Changes the parsed stack.yaml. */
  stack?: (written: any) => unknown;
  variant?: string;
  profile?: string;
  model?: string;
}

const stackFile = "prompts/rivumi/stack.yaml";
const disk = diskTree(repository);
const reference = "rivumi-reference";
export const root = shop;
export const home = "/home/dev";
export const userFile = `${home}/.config/rivumi/instructions.md`;

/** The stack of this repository and nothing else of it. */
const ownStack: SourceTree = {
  lookup: (at) =>
    /^prompts($|\/models\.yaml$|\/rivumi(\/|$))/.test(at) ? disk.lookup(at) : { kind: "missing" },
};

/** The written stack.yaml, parsed. */
function writtenStack(): any {
  return parse(readFileSync(path.join(repository, stackFile), "utf8"));
}

export function loadRivumi({ files, stack, ...world }: RivumiSpec): ReturnType<typeof loadProject> {
  return loadProject(memoryTree(filesOf({ files, stack, ...world }), ownStack));
}

/** Assembles profile full for the first model, unless the spec says otherwise. */
export function assembleRivumi(spec: RivumiSpec = {}): Assembly {
  return pick(loadRivumi(spec), spec);
}

/** The same with a world on a real disk, where links can be. Links are given by the path of the link below the scenario. */
export async function assembleWithLinks(
  spec: RivumiSpec,
  links: Record<string, string>,
  folders: Record<string, string> = {},
): Promise<Assembly> {
  const folder = `corpus/scenarios/${reference}`;
  const made = Object.entries(links).map(([at, target]) => [
    `${folder}/${at}`,
    ({ symlink }: { symlink(target: string): unknown }) => symlink(target),
  ]);
  await using fixture = await createFixture({
    ...(filesOf(spec) as Record<string, string>),
    ...folders,
    ...Object.fromEntries(made),
  });
  const world = diskTree(fixture.path);
  const tree: SourceTree = {
    lookup: (at) => (at.startsWith("prompts") ? ownStack.lookup(at) : world.lookup(at)),
  };
  return pick(loadProject(tree), spec);
}

function filesOf({ files, stack, ...world }: RivumiSpec): Files {
  const changed: Files = stack === undefined ? {} : { [stackFile]: JSON.stringify(stack(writtenStack())) };
  return { ...aScenario(world, reference), ...changed, ...files };
}

function pick(loaded: ReturnType<typeof loadProject>, spec: RivumiSpec): Assembly {
  const { variant = "default", profile = "full", model } = spec;
  return assembleIn(valid(loaded), {
    ...{ stack: "rivumi", variant, profile },
    ...(model === undefined ? {} : { model }),
  });
}

/** The body of a section, without its frame; undefined when it is not there. */
export function bodyOf(assembly: Assembly, id: string): string | undefined {
  return textOf(assembly, id)
    ?.replace(/^<section name='\w+' cache='\w+'>\n/, "")
    .replace(/\n<\/section>$/, "");
}

/** The instruction files that a prompt shows, in order. */
export function shownSources(assembly: Assembly): string[] {
  return [...(bodyOf(assembly, "instructions") ?? "").matchAll(/^Source: (.*)$/gm)].map(
    ([, source]) => source!,
  );
}

/** Kinds and severities of what was found. */
export function kinds({ diagnostics }: Assembly): string[] {
  return diagnostics.map(({ kind, severity }) => `${severity} ${kind}`);
}

/** One line of the memory file. */
export function row(fields: object): string {
  const defaults = { type: "user_preference", name: "preference", created_at: "2026-01-02T03:04:05Z" };
  return JSON.stringify({ ...defaults, ...fields });
}

/** A home with these lines in its memory file. */
export function remembered(...lines: string[]): Files {
  return { ".rivumi/memory.jsonl": lines.map((line) => `${line}\n`).join("") };
}
