import { createFixture } from "fs-fixture";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Assembly } from "../../src/assemble/index.ts";
import {
  aScenario,
  assembleIn,
  type Files,
  repository,
  textOf,
  valid,
  type WorldSpec,
} from "../../src/assemble/testing.ts";
import { diskTree, loadProject, memoryTree, type Project, type SourceTree } from "../../src/load/index.ts";
import { loadScenario } from "../../src/load/load-scenario.ts";

/** A world, and what of the stack differs from this repository's. */
export interface VibeosSpec extends WorldSpec {
  /** Values that the scenario gives. */
  values?: object;
  /** Files of `~/.vibeos`. */
  own?: Files;
  /** Further or other files of the repository. */
  files?: Files;
  /** Changes the parsed stack.yaml. */
  stack?: (written: any) => unknown;
  variant?: string;
  profile?: string;
  model?: string;
}

const stackFile = "prompts/vibeos/stack.yaml";
const reference = "vibeos-reference";
const folder = `corpus/scenarios/${reference}`;
const disk = diskTree(repository);

/** The stack of this repository and nothing else of it. */
const ownStack: SourceTree = {
  lookup: (at) => (/^prompts($|\/vibeos(\/|$))/.test(at) ? disk.lookup(at) : { kind: "missing" }),
};

/** Models by their window in tokens. */
const models = {
  "anthropic:claude-x": 200_000,
  "openai:gpt-5-codex": 400_000,
  "acme:w128": 128_000,
  "acme:w8": 8_000,
  "acme:w4m": 4_000_000,
};

/** Loads the stack in a world without SOUL.md, memory or project files, unless the spec says otherwise. */
export function loadVibeos(
  spec: VibeosSpec,
  through = (tree: SourceTree) => tree,
): ReturnType<typeof loadProject> {
  return loadProject(through(memoryTree(filesOf(spec), ownStack)));
}

/** Assembles profile main-cli for a Claude model, unless the spec says otherwise. */
export function assembleVibeos(spec: VibeosSpec = {}, through?: (tree: SourceTree) => SourceTree): Assembly {
  const isStock = spec.stack === undefined && spec.files === undefined && through === undefined;
  return pick(isStock ? stockIn(spec) : valid(loadVibeos(spec, through)), spec);
}

let stock: Project | undefined;

/** The stack as it is, loaded once, in a world of its own. */
function stockIn(spec: VibeosSpec): Project {
  stock ??= valid(loadVibeos({}));
  const { scenario, findings } = loadScenario(memoryTree(filesOf(spec)), folder);
  if (scenario === undefined) throw new Error(findings.map(({ message }) => message).join("\n"));
  return { ...stock, scenarios: new Map([[reference, scenario]]) };
}

/** The same with the scenario on a real disk, where links can be: path below the scenario to the link's target. */
export async function assembleWithLinks(spec: VibeosSpec, links: Record<string, string>): Promise<Assembly> {
  const made = Object.entries(links).map(([at, target]) => [
    `${folder}/${at}`,
    ({ symlink }: { symlink(target: string): unknown }) => symlink(target),
  ]);
  await using fixture = await createFixture({
    ...(filesOf(spec) as Record<string, string>),
    ...Object.fromEntries(made),
  });
  const world = diskTree(fixture.path);
  const tree: SourceTree = {
    lookup: (at) =>
      /^prompts\/vibeos(\/|$)/.test(at)
        ? ownStack.lookup(at)
        : at === "prompts"
          ? disk.lookup(at)
          : world.lookup(at),
  };
  return pick(valid(loadProject(tree)), spec);
}

function filesOf({ values, own = {}, home, files, stack, scenario, workspace, managed }: VibeosSpec): Files {
  const below = Object.fromEntries(Object.entries(own).map(([file, text]) => [`.vibeos/${file}`, text]));
  const world = {
    scenario: { ...scenario, ...(values === undefined ? {} : { values }) },
    home: { ...below, ...home },
    ...(workspace === undefined ? {} : { workspace }),
    ...(managed === undefined ? {} : { managed }),
  };
  const known = Object.entries(models).map(([id, window]) => ({ id, window, pinned: true }));
  return {
    "prompts/models.yaml": JSON.stringify({ strata: 1, models: known }),
    ...aScenario(world, reference),
    ...(stack === undefined ? {} : { [stackFile]: JSON.stringify(stack(writtenStack())) }),
    ...files,
  };
}

function pick(project: Project, spec: VibeosSpec): Assembly {
  const { variant = "default", profile = "main-cli", model = "anthropic:claude-x" } = spec;
  return assembleIn(project, { stack: "vibeos", variant, profile, model });
}

/** The written stack.yaml, parsed. */
export function writtenStack(): any {
  return parse(readFileSync(path.join(repository, stackFile), "utf8"));
}

/** Ids of the layers of a channel, in prompt order. */
export function layersOf({ layers }: Assembly, channel = "system"): string[] {
  return layers.filter((layer) => layer.channel === channel).map(({ id }) => id);
}

/** The project's context files, below the heading that stands above them all. */
export function contextOf(assembly: Assembly): string | undefined {
  return textOf(assembly, "project")?.slice(contextHeading.length);
}

export const contextHeading =
  "# Project Context\n\nThe following project context files have been loaded and should be followed:\n\n";

/** The text of a layer file of the stack, as it stands in a prompt. */
export function promptText(file: string): string {
  const text = readFileSync(path.join(repository, "prompts/vibeos", file), "utf8");
  return text.replace(/^---\n[^]*?\n---\n/, "").trim();
}

/** A text of so many characters without a pattern in it: numbered, so that its start differs from its end. */
export function numbered(characters: number): string {
  let text = "";
  for (let i = 0; text.length < characters; i++) text += `line ${i} `;
  return `${text.slice(0, characters - 1)}.`;
}
