import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { $ } from "zx";
import { runNode, type Usage } from "./run-node.ts";

const root = path.join(import.meta.dirname, "../..");
const promptfoo = path.join(root, "node_modules/promptfoo/dist/src/entrypoint.js");

/** Offline: promptfoo reports even that its telemetry is off, so what it sends goes to a closed port of this machine. */
const promptfooSettings = {
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_SHARING: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  HTTPS_PROXY: "http://127.0.0.1:9",
};

// About 4 KB. Every rule satisfies the assertions of every case.
const rules = range(40).map(
  (i) =>
    `- Rule ${i}: after a change in subsystem${i}, run the checks of module${i} before you commit anything.`,
);
const assertions = ["run the checks", "before you commit"].map((value) => ({ type: "contains", value }));
const questionOf = (i: number): string =>
  `Question ${i}: what follows a change in subsystem${i % rules.length}?`;

/** A repository of prompts with one stack and so many cases, under git as real ones are. */
export async function writeRepository(dir: string, cases: number): Promise<void> {
  const write = (file: string, content: object | string): void => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(
      path.join(dir, file),
      typeof content === "string" ? content : stringify(content, { aliasDuplicateObjects: false }),
    );
  };
  write(".gitignore", "/reports/\n/.strata/\n");
  write("prompts/demo/core.md", `---\nversion: 1.0.0\n---\n# Rules\n\n${rules.join("\n")}\n`);
  write("prompts/demo/stack.yaml", {
    ...{ strata: 1, id: "demo", description: "One layer.", reference: "plain", separator: "\n\n" },
    tiers: [{ id: "core", promise: "build" }],
    layers: [{ id: "core", tier: "core", source: { file: "core.md" } }],
    profiles: { only: { tools: [] } },
  });
  write("prompts/models.yaml", { strata: 1, models: [{ id: "reader:bm25", pinned: true, window: null }] });
  write("corpus/scenarios/plain/scenario.yaml", {
    ...{ strata: 1, id: "plain", description: "Nothing.", clock: "2026-03-30T14:30:00Z", git: "none" },
    ...{ os: "linux", shell: "bash", cwd: "/work", workspace: { root: "/work" }, home: { root: "/home" } },
  });
  write("corpus/cases/demo/rules.yaml", {
    ...{ strata: 1, stack: "demo" },
    cases: range(cases).map((i) => ({ id: `case-${i}`, input: questionOf(i), assert: assertions })),
  });
  write("evals/default.yaml", { strata: 1, id: "default", answer: "reader:bm25" });
  const settings = ["user.name=bench", "user.email=bench@localhost", "commit.gpgSign=false"];
  const flags = settings.flatMap((setting) => ["-c", setting]);
  await $({ cwd: dir })`git init --quiet && git add . && git ${flags} commit --quiet --message bench`;
}

/** The same cases for promptfoo, as cheap as they get: JSON, no system prompt, a provider that answers at once. */
export function writePromptfoo(dir: string, cases: number): void {
  const tests = range(cases).map((i) => ({ vars: { input: questionOf(i) }, assert: assertions }));
  const config = { prompts: ["{{input}}"], providers: ["file://provider.mjs"], tests };
  mkdirSync(dir);
  writeFileSync(path.join(dir, "promptfooconfig.json"), JSON.stringify(config));
  const answer = `callApi = async () => ({ output: ${JSON.stringify(rules[0])} });`;
  writeFileSync(path.join(dir, "provider.mjs"), `export default class { id = () => "instant"; ${answer} }\n`);
}

/** Forgets every run, and whatever of it could make the next one faster. */
export function clearRuns(dir: string): void {
  for (const name of ["reports", ".strata"]) rmSync(path.join(dir, name), { recursive: true, force: true });
}

/** Runs all cases so many times. */
export async function runStrata(dir: string, trials: number, repeat = 1): Promise<Usage> {
  const cli = path.join(root, "src/start.js");
  const used = await runNode([cli, "eval", "--root", dir, "--repeat", String(repeat)]);
  const latest: { path: string } = readJson(path.join(dir, "reports/latest.json"));
  const summary = readJson<{ totals: { passed: number } }>(
    path.join(dir, "reports", latest.path, "summary.json"),
  );
  requirePasses("strata", summary.totals.passed, trials);
  return used;
}

/** Runs all tests. */
export async function runPromptfoo(dir: string, trials: number): Promise<Usage> {
  const env = { ...process.env, ...promptfooSettings, PROMPTFOO_CONFIG_DIR: path.join(dir, "settings") };
  const used = await runNode([promptfoo, "eval", "--no-cache", "-o", "out.json"], { cwd: dir, env });
  const { results } = readJson<{ results: { stats: { successes: number } } }>(path.join(dir, "out.json"));
  requirePasses("promptfoo", results.stats.successes, trials);
  return used;
}

/** Imports promptfoo as a library, and does nothing with it. */
export async function importPromptfoo(): Promise<Usage> {
  const env = { ...process.env, ...promptfooSettings };
  return runNode(["--input-type=module", "--eval", `await import("promptfoo");`], { env });
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

function requirePasses(who: string, passed: number, trials: number): void {
  if (passed !== trials) throw new Error(`${who} passed ${passed} of ${trials}`);
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
