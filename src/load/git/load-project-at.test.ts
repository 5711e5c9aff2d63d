import { expect, test } from "vitest";
import { diskTree } from "../disk-tree.ts";
import { aGitFolder } from "../testing-git.ts";
import { loadProjectAt } from "./load-project-at.ts";
import { openRepository } from "./repository.ts";

const yaml = (value: object) => JSON.stringify({ strata: 1, ...value });
const core = "prompts/demo/core.md";
const layer = (text: string) => `---\nversion: 1.0.0\n---\n${text}\n`;
const scenario = "corpus/scenarios/s/scenario.yaml";

const files = {
  "prompts/models.yaml": yaml({ models: [{ id: "a:x", pinned: true, window: null }] }),
  "prompts/demo/stack.yaml": yaml({
    ...{ id: "demo", description: "A stack.", reference: "s", separator: "\n" },
    tiers: [{ id: "core", promise: "build" }],
    layers: [{ id: "core", tier: "core", source: { file: "core.md" } }],
    profiles: { main: { tools: "all" } },
  }),
  [core]: layer("Old."),
  [scenario]: yaml({
    ...{ id: "s", description: "Old.", clock: "2026-03-30T14:30:00Z", os: "linux", shell: "sh" },
    ...{ cwd: "/w", git: "none", workspace: { root: "/w" }, home: { root: "/h" } },
  }),
};

test("prompts of a ref stand on the corpus of the working tree, or on that ref's own", async () => {
  await using repo = await aGitFolder();
  await repo.commit(files);
  await repo.files.writeFile(core, layer("New."));
  await repo.files.writeFile(scenario, files[scenario]!.replace('"Old."', '"New."'));
  const repository = await openRepository(repo.path);
  const described = async (...given: Parameters<typeof loadProjectAt>) => {
    const { project, findings } = await loadProjectAt(...given);
    expect(findings).toEqual([]);
    const { source } = project.stacks.get("demo")!.get("default")!.layers[0]!;
    const text = source.kind === "file" ? source.files.get("main")!.text : undefined;
    return [text, project.scenarios.get("s")!.description];
  };
  expect(await described(repository, "HEAD")).toEqual(["Old.\n", "Old."]);
  expect(await described(repository, "HEAD", diskTree(repo.path))).toEqual(["Old.\n", "New."]);
  expect(await described(repository, ".")).toEqual(["New.\n", "New."]);
});

test("a finding says at which ref its file is, and one of the working tree's corpus does not", async () => {
  await using repo = await aGitFolder();
  await repo.commit({ ...files, [core]: "no version\n", [scenario]: "strata: 1\n" });
  const repository = await openRepository(repo.path);
  const places = async (...given: Parameters<typeof loadProjectAt>) =>
    new Set((await loadProjectAt(...given)).findings.map(({ file }) => file));
  expect(await places(repository, "main")).toEqual(new Set([`main:${core}`, `main:${scenario}`]));
  expect(await places(repository, ":")).toEqual(new Set([`:${core}`, `:${scenario}`]));
  expect(await places(repository, "main", diskTree(repo.path))).toEqual(new Set([`main:${core}`, scenario]));
  expect(await places(repository, ".")).toEqual(new Set([core, scenario]));
});
