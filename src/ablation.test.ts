import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parseDocument } from "yaml";
import {
  diskTree,
  loadProject,
  type LayerFile,
  memoryTree,
  parseYaml,
  type Project,
  type SourceTree,
} from "./load/index.ts";
import { offlineRunner, type Plan, type PlannedTrial, planRun } from "./run/index.ts";
import { schemaOf } from "./schema/index.ts";
import { formatFinding } from "./util/index.ts";

/** A list item of a layer file, with its continuation lines. */
interface Bullet {
  file: string;
  /** Of its first line in the file, from 1. */
  line: number;
  lines: number;
  /** Without its mark, on one line: how corpus/uncovered.yaml names it. */
  text: string;
}

const root = path.join(import.meta.dirname, "..");
const disk = diskTree(root);
const uncoveredPath = "corpus/uncovered.yaml";
const suite = "default";

let bullets: Bullet[];
let unguarded: Bullet[];

beforeAll(async () => {
  const { project, problems } = load(disk, "");
  if (problems.length > 0) throw new Error(problems.join("\n"));
  bullets = [];
  unguarded = [];
  for (const stack of project.stacks.keys()) {
    const guardOf = createGuards(project, stack);
    for (const [file, { firstLine, layers }] of layerFiles(project, stack)) {
      const isGuarded = await guardOf(file, layers);
      for (const bullet of findBullets(file, firstLine)) {
        bullets.push(bullet);
        if (!(await isGuarded(bullet))) unguarded.push(bullet);
      }
    }
  }
}, 300_000);

test("ABH-40 without any one bullet of a layer file, a case fails that passed with it", () => {
  expect(bullets.length).toBeGreaterThan(0);
  const listed = readUncovered();
  const missing = unguarded.filter((bullet) => !listed.some((entry) => isSame(entry, bullet)));
  expect(missing.map(show), `give each a case, or a reason in ${uncoveredPath}`).toEqual([]);
});

test("a bullet that is listed as uncovered exists, and no case guards it", () => {
  const stale = readUncovered().filter((entry) => !unguarded.some((bullet) => isSame(entry, bullet)));
  const why = stale.map((entry) => {
    const found = bullets.some((bullet) => isSame(entry, bullet));
    return `${entry.file}  ${found ? "a case guards it" : "there is no such bullet"}: ${entry.text}`;
  });
  expect(why, `remove it from ${uncoveredPath}`).toEqual([]);
});

/** Tells of one stack's bullets whether some case fails once the bullet is gone. */
function createGuards(project: Project, stack: string) {
  const hasCases = project.cases.some((item) => item.stack === stack);
  const all = hasCases ? planRun(project, { suite, stacks: [stack] }).trials : [];
  const passing = new Map<string, Promise<Map<string, string>>>();

  /** What the trials that pass on the whole prompt answer. */
  async function passingOn(model: string): Promise<Map<string, string>> {
    const outputs = new Map<string, string>();
    const plan = planRun(project, { suite, stacks: [stack], models: [model] });
    for await (const { trial, status, output } of execute(plan)) {
      if (status === "passed") outputs.set(keyOf(trial), output ?? "");
    }
    return outputs;
  }

  return async (file: string, layers: ReadonlySet<string>): Promise<(bullet: Bullet) => Promise<boolean>> => {
    const taking = all.filter((trial) => takes(trial, file));
    // A wrap's notice is not among the sources of its layer.
    const using = taking.length > 0 ? taking : all.filter((trial) => hasLayer(trial, layers));
    if (using.length === 0) return async () => false;
    const model = mostFrequent(using.map(({ assembly }) => assembly.model));
    const profiles = [...new Set(using.map(({ assembly }) => assembly.profile))];
    if (!passing.has(model)) passing.set(model, passingOn(model));
    const before = await passing.get(model)!;
    return async (bullet) => {
      const without = { ...project, stacks: stacksWithout(bullet, stack, project, layers) };
      const plan = planRun(without, { suite, stacks: [stack], models: [model], profiles });
      // Those that quoted the bullet go first: they are the likely ones to fail.
      const quoted = (trial: PlannedTrial) => Number(before.get(keyOf(trial))!.includes(bullet.text));
      const trials = plan.trials
        .filter((trial) => before.has(keyOf(trial)))
        .toSorted((a, b) => quoted(b) - quoted(a));
      for await (const { status } of execute({ ...plan, trials })) if (status === "failed") return true;
      return false;
    };
  };
}

function takes({ assembly }: PlannedTrial, file: string): boolean {
  const sources = assembly.layers.flatMap((layer) => layer.sources);
  return sources.some((source) => source.path === file && source.status === "taken");
}

function hasLayer({ assembly }: PlannedTrial, layers: ReadonlySet<string>): boolean {
  return assembly.layers.some(({ id }) => layers.has(id));
}

/** One model is enough, and the one with the most trials may have cases of its own. */
function mostFrequent(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
}

async function* execute(plan: Plan) {
  const run = offlineRunner(plan);
  for (const trial of plan.trials) {
    const { status, output } = await run(trial);
    yield { trial, status, output };
  }
}

/** A stack without one bullet. A variable that the bullet alone used leaves its layer too: unused ones are errors. */
function stacksWithout(bullet: Bullet, stack: string, { stacks }: Project, layers: ReadonlySet<string>) {
  const folder = `prompts/${stack}/`;
  const others = [...stacks.keys()]
    .filter((id) => id !== stack)
    .map((id): [string, null] => [`prompts/${id}`, null]);
  const files: Record<string, string | null> = {
    // Nothing but this stack is read again.
    ...Object.fromEntries([...others, ["corpus/cases", null]]),
    [bullet.file]: read(bullet.file)
      .split("\n")
      .toSpliced(bullet.line - 1, bullet.lines)
      .join("\n"),
  };
  let loaded = load(memoryTree(files, disk), folder);
  if (loaded.unused.length > 0) {
    const stackFile = `${folder}stack.yaml`;
    files[stackFile] = withoutVars(read(stackFile), layers, loaded.unused);
    loaded = load(memoryTree(files, disk), folder);
  }
  if (loaded.problems.length > 0) throw new Error(`without ${show(bullet)}:\n${loaded.problems.join("\n")}`);
  return loaded.project.stacks;
}

/** A project, and the errors in its files below a folder. */
function load(tree: SourceTree, folder: string): { project: Project; problems: string[]; unused: string[] } {
  const { project, findings } = loadProject(tree);
  const errors = findings.filter(
    ({ severity, file }) => severity === "error" && (file ?? "").startsWith(folder),
  );
  const unused = errors.flatMap(({ kind, args }) =>
    kind === "unused-variable" && "name" in args ? [args.name] : [],
  );
  return { project, problems: errors.map(formatFinding), unused: unused.map(String) };
}

function withoutVars(stackYaml: string, layers: ReadonlySet<string>, unused: readonly string[]): string {
  const document = parseDocument(stackYaml);
  const written = document.toJS() as { layers: { id: string; vars?: string[] }[] };
  for (const [i, { id, vars }] of written.layers.entries()) {
    if (vars === undefined || !layers.has(id)) continue;
    const used = vars.filter((name) => !unused.includes(name));
    document.setIn(["layers", i, "vars"], used);
  }
  return String(document);
}

/** Layer files of every variant of a stack, each with the layers that are made from it. */
function layerFiles(
  project: Project,
  stack: string,
): Map<string, { firstLine: number; layers: Set<string> }> {
  const files = new Map<string, { firstLine: number; layers: Set<string> }>();
  for (const layer of [...project.stacks.get(stack)!.values()].flatMap((variant) => variant.layers)) {
    for (const { path: file, firstLine } of filesIn(layer)) {
      const known = files.get(file) ?? { firstLine, layers: new Set() };
      known.layers.add(layer.id);
      files.set(file, known);
    }
  }
  return files;
}

/** Wherever they hang below a layer: in its source, a part of it, a fallback, a wrap. */
function filesIn(value: unknown): LayerFile[] {
  if (typeof value !== "object" || value === null) return [];
  if (isLayerFile(value)) return [value];
  return (value instanceof Map ? [...value.values()] : Object.values(value)).flatMap(filesIn);
}

function isLayerFile(value: object): value is LayerFile {
  return "path" in value && "firstLine" in value && "sourceHash" in value;
}

/** List items, but for those in a code block. An indented line that is not an item itself goes on with the one above. */
function findBullets(file: string, firstLine: number): Bullet[] {
  const found: Bullet[] = [];
  let fenced = false;
  let open = false;
  read(file)
    .split("\n")
    .forEach((text, i) => {
      if (i + 1 < firstLine) return;
      if (/^\s*(```|~~~)/.test(text)) fenced = !fenced;
      const item = fenced ? null : /^\s*[-*+]\s+(.*\S)\s*$/.exec(text);
      const last = found.at(-1);
      if (item !== null) found.push({ file, line: i + 1, lines: 1, text: item[1]! });
      else if (open && last !== undefined && /^\s+\S/.test(text)) {
        last.lines += 1;
        last.text += ` ${text.trim()}`;
      }
      open = item !== null || (open && /^\s+\S/.test(text));
    });
  return found;
}

function readUncovered(): { file: string; text: string; reason: string }[] {
  const { yaml, findings } = parseYaml(uncoveredPath, read(uncoveredPath));
  expect(findings).toEqual([]);
  return schemaOf("uncovered").parse(yaml.value).uncovered;
}

function read(file: string): string {
  const entry = disk.lookup(file);
  if (entry.kind !== "file") throw new Error(`${file} is not a file`);
  return Buffer.from(entry.read()).toString("utf8");
}

function isSame(a: { file: string; text: string }, b: { file: string; text: string }): boolean {
  return a.file === b.file && a.text === b.text;
}

function keyOf({ case: item, assembly: { variant, profile } }: PlannedTrial): string {
  return [item.id, variant, profile].join("\0");
}

function show({ file, line, text }: Bullet): string {
  return `${file}:${line}  ${text}`;
}
