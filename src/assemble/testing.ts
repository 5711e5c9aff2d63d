import { readFileSync } from "node:fs";
import path from "node:path";
import { loadProject, memoryTree, type Project, type SourceTree } from "../load/index.ts";
import { type Assembly, assemble, layerText, type SourceUse } from "./index.ts";

/** Text or bytes by path; null hides what lies below. */
export type Files = Record<string, string | Uint8Array | null>;

/** A scenario: what its scenario.yaml says beyond the defaults, and the files of its folders. */
export interface WorldSpec {
  scenario?: object;
  workspace?: Files;
  home?: Files;
  managed?: Files;
}

/** A repository: further keys of stack.yaml, further files, and the world of its reference scenario. */
export interface ProjectSpec extends WorldSpec {
  stack?: object;
  files?: Files;
  /** Wraps the tree, for what a tree from values cannot be. */
  through?: (tree: SourceTree) => SourceTree;
}

/** Which combination of a project to assemble. */
export interface Choice {
  stack?: string;
  variant?: string;
  profile?: string;
  model?: string;
  scenario?: string;
}

export const repository = path.resolve(import.meta.dirname, "../..");

export const shop = "/home/dev/shop";

/** The files of a scenario: a clean Git repository at /home/dev/shop, unless the world says otherwise. */
export function aScenario(world: WorldSpec = {}, id = "reference"): Files {
  const folder = `corpus/scenarios/${id}`;
  const written = {
    ...{ strata: 1, id, description: "A world for tests.", clock: "2026-03-30T14:30:00+02:00" },
    ...{
      os: "linux/amd64",
      shell: "bash",
      cwd: shop,
      workspace: { root: shop },
      home: { root: "/home/dev" },
    },
    git: { root: shop, branch: "main", dirty: 0 },
    ...world.scenario,
  };
  const below = (name: string, files: Files = {}): Files =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${name}/${file}`, text]));
  return {
    [`${folder}/scenario.yaml`]: JSON.stringify(written),
    ...below("workspace", world.workspace),
    ...below("home", world.home),
    ...below("managed", world.managed),
  };
}

/** A layer file as it stands on disk. */
export function aLayerFile(text: string, version = "1.0.0"): string {
  return `---\nversion: ${version}\n---\n${text}`;
}

/** A stack of one layer for one profile; whatever is given replaces the key of that name. */
export function demoStack(keys: object = {}): object {
  return {
    ...{
      strata: 1,
      id: "demo",
      description: "A stack for tests.",
      reference: "reference",
      separator: "\n\n",
    },
    tiers: [
      { id: "core", promise: "build" },
      { id: "session", promise: "session" },
      { id: "turn", promise: "turn" },
    ],
    layers: [{ id: "core", tier: "core", source: { file: "core.md" } }],
    profiles: { main: { tools: "all" } },
    ...keys,
  };
}

/** Loads the stack `demo`, with its findings. */
export function loadDemo({ stack, files, through, ...world }: ProjectSpec): ReturnType<typeof loadProject> {
  const model = { pinned: true, window: 1000, capabilities: ["tools"] };
  const models = [
    { id: "acme:one", ...model },
    { id: "acme:two", ...model },
  ];
  const tree = memoryTree({
    "prompts/models.yaml": JSON.stringify({ strata: 1, models }),
    "prompts/demo/stack.yaml": JSON.stringify(demoStack(stack)),
    "prompts/demo/core.md": aLayerFile("Be brief.\n"),
    ...aScenario(world),
    ...files,
  });
  return loadProject(through?.(tree) ?? tree);
}

/** Loads the stack `demo`, which must be valid. */
export function aProject(spec: ProjectSpec = {}): Project {
  return valid(loadDemo(spec));
}

/** One file of the repository with a text in it replaced; the text must be there exactly once. */
export function edited(file: string, from: string, to: string): Files {
  const parts = readFileSync(path.join(repository, file), "utf8").split(from);
  if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(from)} ${parts.length - 1} times`);
  return { [file]: parts.join(to) };
}

export function valid({ project, findings }: ReturnType<typeof loadProject>): Project {
  if (findings.length > 0)
    throw new Error(findings.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"));
  return project;
}

/** Assembles one combination; by default profile `main` of the first stack for the first model. */
export function assembleIn(project: Project, choice: Choice = {}): Assembly {
  const variants =
    choice.stack === undefined ? [...project.stacks.values()][0] : project.stacks.get(choice.stack);
  const stack = variants!.get(choice.variant ?? "default")!;
  const profile = stack.profiles.get(choice.profile ?? "main")!;
  const model =
    choice.model === undefined ? [...project.models.values()][0]! : project.models.get(choice.model)!;
  return assemble({
    stack,
    profile,
    model,
    scenario: project.scenarios.get(choice.scenario ?? stack.reference)!,
  });
}

/** Bytes of a layer as text; undefined when the assembly does not have it. */
export function textOf(assembly: Assembly, id: string): string | undefined {
  const layer = assembly.layers.find((one) => one.id === id);
  return layer === undefined ? undefined : layerText(assembly, layer);
}

/** Every file considered for a layer, whether the layer is there or not. */
export function sourcesOf(assembly: Assembly, id: string): readonly SourceUse[] {
  return [...assembly.layers, ...assembly.omitted].find((layer) => layer.id === id)!.sources;
}
