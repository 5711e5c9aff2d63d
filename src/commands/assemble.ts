import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { assemble, type Assembly, assemblyToJson, loadTokenizer } from "../assemble/index.ts";
import { atRef, type Project } from "../load/index.ts";
import { byteLength, shortHash, stableJson, UserError, writeFileAtomic } from "../util/index.ts";
import { explainAssembly } from "./explain.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject, openProjectAt } from "./open-project.ts";
import { printFindings } from "./print-findings.ts";
import { selectCombinations } from "./select-combinations.ts";
import { formatTable } from "./table.ts";

export interface AssembleOptions {
  root?: string;
  stack?: string[];
  profile?: string[];
  model?: string[];
  scenario?: string;
  variant?: string;
  /** A git ref in place of the working tree. */
  ref?: string;
  out?: string;
  json?: boolean;
  explain?: boolean;
}

/** `strata assemble`: prints one assembly's text, a table of several, JSON, or why each file was taken or not. */
export async function assembleCommand(io: Io, options: AssembleOptions): Promise<number> {
  const { ref = "." } = options;
  const root = findRoot(io, options.root);
  const project = ref === "." ? openProject(root, io.parsed) : await openProjectAt(root, ref);
  const assemblies = selectCombinations(project, options).map(assemble);
  const findings = assemblies.flatMap(({ diagnostics }) => diagnostics).map((finding) => atRef(ref, finding));
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  printFindings(io, findings);
  if (options.out !== undefined)
    return writeAssemblies(io, project, assemblies, { ...options, out: options.out });
  if (options.json) io.stdout.write(`${JSON.stringify(await toJson(project, assemblies), null, 2)}\n`);
  else if (options.explain) io.stdout.write(assemblies.map(explainAssembly).join("\n"));
  // Exactly the bytes that are sent: piped into sha256sum they give the hash.
  else if (assemblies.length === 1) io.stdout.write(assemblies[0]!.text);
  else io.stdout.write(renderTable(assemblies));
  return 0;
}

async function toJson(project: Project, assemblies: Assembly[]) {
  const countTokens = await loadTokenizer();
  return assemblies.map((assembly) =>
    assemblyToJson(assembly, project.models.get(assembly.model)!, countTokens),
  );
}

async function writeAssemblies(
  io: Io,
  project: Project,
  assemblies: Assembly[],
  options: AssembleOptions & { out: string },
): Promise<number> {
  const out = path.resolve(io.cwd, options.out);
  if (existsSync(out) && !statSync(out).isDirectory()) {
    throw new UserError([commandFinding("out-not-folder", { path: out })]);
  }
  const documents = await toJson(project, assemblies);
  const written: string[] = [];
  for (const document of documents) {
    const { stack, variant, profile, model, scenario } = document;
    const folder = path.join(`${stack}@${variant}`, profile);
    const name = `${scenario}.${encodeURIComponent(model)}`;
    const write = (file: string, text: string): void => {
      writeFileAtomic(path.join(out, folder, file), text);
      written.push(path.posix.join(folder, file));
    };
    write(`${name}.txt`, document.text);
    for (const [channel, { text }] of Object.entries(document.channels))
      write(`${name}.${channel}.txt`, text);
    write(`${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
  }
  if (options.json) io.stdout.write(`${stableJson({ schema: 1, out, written }, 2)}\n`);
  io.stderr.write(`${documents.length} assemblies written to ${out}\n`);
  return 0;
}

function renderTable(assemblies: Assembly[]): string {
  const rows = assemblies.map(({ stack, variant, profile, model, recipeHash, hash, prefixHash, text }) => [
    ...[stack, variant, profile, model, String(byteLength(text))],
    ...[recipeHash, hash, prefixHash].map((value) => shortHash(value)),
  ]);
  return formatTable(["stack", "variant", "profile", "model", "bytes", "recipe", "hash", "prefix"], rows);
}
