import { existsSync } from "node:fs";
import path from "node:path";
import { diskTree, loadProject, memoryTree, readText, type SourceTree } from "../load/index.ts";
import { byteLength, UserError, writeFileAtomic } from "../util/index.ts";
import { evalCommand } from "./eval.ts";
import { proposeCases, proposeTexts } from "./init/propose-cases.ts";
import { type StarterLayer, starterFiles } from "./init/starter-files.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";

export interface InitOptions {
  root?: string;
  from?: string[];
  json?: boolean;
}

/** A file with fewer rules to ask for is filled up with lines to look for. */
const fewestCases = 5;

/** Files that public coding agents are known to read, in the order they are looked for. */
const knownFiles = [
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
];

/** `strata init`: a first stack, scenario, suite and cases from a repository's own prompt files, then a first run. */
export async function initCommand(io: Io, options: InitOptions): Promise<number> {
  const root = path.resolve(io.cwd, options.root ?? ".");
  if (!existsSync(root)) throw new UserError([commandFinding("no-root", { root })]);
  const tree = diskTree(root);
  const sources =
    options.from?.map((file) => relativeTo(root, path.resolve(io.cwd, file))) ?? findKnown(tree);
  if (sources.length === 0) throw new UserError([commandFinding("nothing-to-start-from", { path: root })]);
  const stack = slug(path.basename(root)) || "agent";
  const layers = await readLayers(tree, sources);
  const files = starterFiles(stack, layers, io.now().toISOString().slice(0, 10));

  const taken = Object.keys(files).filter((file) => tree.lookup(file).kind !== "missing");
  if (taken.length > 0)
    throw new UserError(taken.map((file) => commandFinding("exists-already", { path: file })));
  // Checked before anything is written, so that a failure leaves the repository as it was.
  const { findings } = loadProject(memoryTree(files, tree), root);
  if (findings.length > 0) throw new UserError(findings);
  for (const [file, text] of Object.entries(files)) writeFileAtomic(path.join(root, file), text);
  const cases = layers.reduce((sum, layer) => sum + layer.cases.length + layer.texts.length + 1, 0);
  io.stderr.write(
    `${Object.keys(files)
      .map((file) => `wrote  ${file}`)
      .join("\n")}\n${cases} cases proposed; first run:\n`,
  );
  return evalCommand(io, { root, suite: "default", json: options.json === true });
}

async function readLayers(tree: SourceTree, sources: readonly string[]): Promise<StarterLayer[]> {
  const layers: StarterLayer[] = [];
  const values = new Set<string>();
  for (const file of sources) {
    const read = readText(tree, file, file);
    if ("findings" in read) throw new UserError(read.findings);
    const cases = (await proposeCases(read.text)).filter(({ value }) => !values.has(value));
    for (const { value } of cases) values.add(value);
    if (cases.length === 0) throw new UserError([commandFinding("no-rules", { path: file })]);
    const texts = proposeTexts(read.text, fewestCases - cases.length);
    layers.push({ id: layerId(file, layers), file, bytes: byteLength(read.text), cases, texts });
  }
  return layers;
}

function findKnown(tree: SourceTree): string[] {
  return knownFiles.filter((file) => tree.lookup(file).kind === "file");
}

function relativeTo(root: string, file: string): string {
  const relative = path.relative(root, file).split(path.sep).join("/");
  if (relative.startsWith("../") || path.isAbsolute(relative)) {
    throw new UserError([commandFinding("outside-root", { path: file, root })]);
  }
  return relative;
}

function layerId(file: string, layers: readonly StarterLayer[]): string {
  const base = slug(path.posix.basename(file).replace(/\.[^.]+$/, "")) || "instructions";
  const same = layers.filter(({ id }) => id === base || id.startsWith(`${base}-`)).length;
  return same === 0 ? base : `${base}-${same + 1}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
