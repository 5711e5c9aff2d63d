import { aGitFolder, type GitFixture } from "../../load/testing-git.ts";
import { openRepository } from "../../load/index.ts";
import type { ChatModel, ChatRequest } from "../../model/index.ts";
import { type Random, seededRandom } from "../statistics/index.ts";
import { defaultRules, type Rules } from "../rules.ts";
import { openVersions, type VersionsInput } from "./open-versions.ts";
import { type AbDeps, type AbRun, runAb } from "./run-ab.ts";
import type { AbOptions, AbVersions } from "./types.ts";

/** A desk for each; a case asks when it opens. */
export const animals = [
  ...[
    "badger",
    "otter",
    "heron",
    "lynx",
    "marten",
    "osprey",
    "raven",
    "stoat",
    "walrus",
    "yak",
    "zebra",
    "ibex",
  ],
];

export const haiku = "anthropic:claude-haiku-4-5-20251001";

const models = `strata: 1
models:
  - { id: "${haiku}", pinned: true, window: 200000, prices: { input: 1, output: 5 }, parameters: { maxTokens: 100 } }
  - { id: "reader:bm25", pinned: true, window: null }
`;

const stack = `strata: 1
id: desk
description: Desks.
reference: hall
separator: "\\n\\n"
tiers:
  - { id: core, promise: build }
profiles:
  main: { tools: [] }
layers:
  - { id: core, tier: core, source: { file: core.md } }
  - { id: manner, tier: core, source: { file: manner.md } }
variants:
  curt:
    description: Without manners.
    set: { layers: { manner: null } }
`;

const scenario = `strata: 1
id: hall
description: A hall.
clock: "2026-03-30T14:30:00Z"
os: linux
shell: bash
cwd: /hall
workspace: { root: /hall }
home: { root: /home/dev }
git: none
`;

/** The line of the core that a case asks for. */
export function line(animal: string): string {
  return `- The ${animal} desk opens at 07${String(animals.indexOf(animal) + 10)}.`;
}

/** The core with some desks left out, or other words for their lines. */
export function coreWith(
  changes: Record<string, string | null> = {},
  desks: readonly string[] = animals,
): string {
  const lines = desks.map((animal) => (animal in changes ? changes[animal] : line(animal)));
  return `---\nversion: 1.0.0\n---\nYou know the desks.\n\n${lines.filter((one) => one !== null).join("\n")}\n`;
}

/** Cases, one for each animal, with keys that some of them have besides. */
export function casesFor(some: readonly string[] = animals, more: Record<string, string> = {}): string {
  const cases = some.map(
    (animal) =>
      `  - { id: ${animal}, input: "When does the ${animal} desk open?", ${more[animal] ?? ""}assert: [{ type: contains, value: "${line(animal).slice(2)}" }] }\n`,
  );
  return `strata: 1\nstack: desk\ncases:\n${cases.join("")}`;
}

export const core = "prompts/desk/core.md";
export const manner = "prompts/desk/manner.md";
export const stackFile = "prompts/desk/stack.yaml";
export const casesFile = "corpus/cases/desk/cases.yaml";

export const files = {
  "prompts/models.yaml": models,
  [stackFile]: stack,
  [core]: coreWith(),
  [manner]: "---\nversion: 1.0.0\n---\nBe kind.\n",
  "evals/default.yaml": "strata: 1\nid: default\nanswer: reader:bm25\nmodels: [reader:bm25]\n",
  "evals/live.yaml": `strata: 1\nid: live\nmodels: ["${haiku}"]\n`,
  [casesFile]: casesFor(),
  "corpus/scenarios/hall/scenario.yaml": scenario,
};

/** The desks, committed; with changes of the first commit. */
export async function aDeskRepository(changes: Record<string, string | null> = {}): Promise<GitFixture> {
  const repository = await aGitFolder();
  const all = Object.entries({ ...files, ...changes }).filter(([, content]) => content !== null);
  await repository.commit(Object.fromEntries(all));
  return repository;
}

/** Opens two versions of a repository; by default HEAD and the working tree. */
export async function versionsOf(
  repository: GitFixture,
  input: Partial<VersionsInput> = {},
): Promise<AbVersions> {
  const opened = await openRepository(repository.path);
  return openVersions({
    root: repository.path,
    repository: opened,
    a: { ref: "HEAD" },
    b: { ref: "." },
    ...input,
  });
}

/** A model that reads out the desk's line; what it says when asked can be made to vary. */
export function aDeskModel(
  answer: (request: ChatRequest, animal: string, random: Random) => string = readOut,
): { connect: () => ChatModel; asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  const random = seededRandom("a desk model");
  const model: ChatModel = {
    id: haiku,
    async answer(request) {
      asked.push(request);
      const animal = animals.find((one) => request.messages.at(-1)!.content.includes(one))!;
      const usage = { input: 10, cacheWrite: 0, cacheRead: 0, output: 10, reasoning: 0 };
      return { kind: "answer", text: answer(request, animal, random), stop: "end", usage };
    },
  };
  return { connect: () => model, asked };
}

/** What the prompt says of a desk. */
export function readOut({ system }: ChatRequest, animal: string): string {
  return system.split("\n").find((one) => one.includes(animal)) ?? "I do not know.";
}

let runs = 0;

interface Choice extends Partial<Omit<AbOptions, "rules">> {
  suite?: string;
  rules?: Partial<Rules>;
  deps?: Partial<AbDeps>;
}

/** Compares two versions of a repository. */
export async function compare(
  repository: GitFixture,
  versions: AbVersions,
  { suite = "default", rules, deps, selection, ...options }: Choice = {},
): Promise<AbRun> {
  return runAb(
    versions,
    { selection: selection ?? { suite }, rules: { ...defaultRules, ...rules }, ...options },
    {
      ...{ root: repository.path, env: {}, versions: { strata: "0" }, concurrency: 8 },
      ...{ now: new Date("2026-03-30T12:00:00Z"), random: () => (runs++ % 0x10000) / 0x10000 },
      ...{ signal: new AbortController().signal, onProgress: () => {} },
      ...deps,
    },
  );
}
