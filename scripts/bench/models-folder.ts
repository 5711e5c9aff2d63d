import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { diskTree, loadProject } from "../../src/load/index.ts";
import { type Plan, planRun } from "../../src/run/index.ts";

const model = "anthropic:claude-haiku-4-5-20251001";

/** US dollars for a million tokens, for benchmarks of how much a cache saves. */
export const prices = { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 };

interface Shape {
  profiles: number;
  cases: number;
  /** Characters of each profile's prompt. */
  prompt: number;
  /** Keys of the model's entry in models.yaml. */
  settings?: object;
}

/** A repository whose profiles have a cached prefix each, and whose cases all pass. */
export function writeModelsRepository(dir: string, { profiles, cases, prompt, settings = {} }: Shape): void {
  const write = (file: string, content: object | string): void => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    const text = typeof content === "string" ? content : stringify(content, { aliasDuplicateObjects: false });
    writeFileSync(path.join(dir, file), text);
  };
  const ids = range(profiles).map((i) => `profile-${i}`);
  for (const id of ids) {
    const rules = `- ${id}: count the till before you close it.\n`;
    const text = rules.repeat(Math.ceil(prompt / rules.length));
    write(`prompts/demo/profiles/${id}.md`, `---\nversion: 1.0.0\n---\n${text}`);
  }
  write("prompts/demo/stack.yaml", {
    ...{ strata: 1, id: "demo", description: "One layer.", reference: "plain", separator: "\n\n" },
    tiers: [{ id: "role", promise: "profile" }],
    layers: [{ id: "role", tier: "role", source: { file: "profiles/{{profile}}.md" } }],
    profiles: Object.fromEntries(ids.map((id) => [id, { tools: [] }])),
  });
  write("prompts/models.yaml", {
    strata: 1,
    models: [
      { id: model, pinned: true, window: 200_000, prices, parameters: { maxTokens: 100 }, ...settings },
    ],
  });
  write("corpus/scenarios/plain/scenario.yaml", {
    ...{ strata: 1, id: "plain", description: "Nothing.", clock: "2026-03-30T14:30:00Z", git: "none" },
    ...{ os: "linux", shell: "bash", cwd: "/work", workspace: { root: "/work" }, home: { root: "/home" } },
  });
  const assert = [{ type: "strata:last-contains", value: "read" }];
  write("corpus/cases/demo/rules.yaml", {
    ...{ strata: 1, stack: "demo" },
    cases: range(cases).map((i) => ({ id: `case-${i}`, input: `Question ${i}?`, needs: "llm", assert })),
  });
  write("evals/default.yaml", { strata: 1, id: "default", seed: 1 });
}

export function planOf(dir: string, repeat = 1): Plan {
  const { project, findings } = loadProject(diskTree(dir), dir);
  if (findings.length > 0) throw new Error(findings.map(({ message }) => message).join("\n"));
  return planRun(project, { suite: "default", repeat });
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
