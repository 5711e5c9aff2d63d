import path from "node:path";
import { assemble, type Assembly, assemblyToJson, loadTokenizer } from "../assemble/index.ts";
import { loadFinding, type Project, type Scenario, type Stack } from "../load/index.ts";
import { byteLength, nearest, shortHash, UserError, writeFileAtomic } from "../util/index.ts";
import { explainAssembly } from "./explain.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject, printFindings } from "./open-project.ts";
import { formatTable } from "./table.ts";

export interface AssembleOptions {
  root?: string;
  stack?: string[];
  profile?: string[];
  model?: string[];
  scenario?: string;
  variant?: string;
  out?: string;
  json?: boolean;
  explain?: boolean;
}

/** `strata assemble`: prints one assembly's text, a table of several, JSON, or why each file was taken or not. */
export async function assembleCommand(io: Io, options: AssembleOptions): Promise<number> {
  const project = openProject(findRoot(io, options.root));
  const assemblies = assembleSelected(project, options);
  const findings = assemblies.flatMap(({ diagnostics }) => diagnostics);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  printFindings(io, findings);
  if (options.out !== undefined)
    return writeAssemblies(io, project, assemblies, path.resolve(io.cwd, options.out));
  if (options.json) io.stdout.write(`${JSON.stringify(await toJson(project, assemblies), null, 2)}\n`);
  else if (options.explain) io.stdout.write(assemblies.map(explainAssembly).join("\n"));
  // Exactly the bytes that are sent: piped into sha256sum they give the hash.
  else if (assemblies.length === 1) io.stdout.write(assemblies[0]!.text);
  else io.stdout.write(renderTable(assemblies));
  return 0;
}

/** Every combination that the options select, in the stacks' own order. */
function assembleSelected(project: Project, options: AssembleOptions): Assembly[] {
  const variant = options.variant ?? "default";
  const stacks = pick("unknown-stack", project.stacks, options.stack).map((variants) =>
    variants.get(variant),
  );
  const found = stacks.filter((stack) => stack !== undefined);
  if (found.length === 0) throw unknown("unknown-variant", variant, variantNames(project, options.stack));
  const profiles = new Map(found.flatMap((stack) => [...stack.profiles]));
  pick("unknown-profile", profiles, options.profile);
  const models = pick("unknown-model", project.models, options.model);
  const assemblies = found.flatMap((stack) =>
    [...stack.profiles.values()]
      .filter(({ id }) => options.profile?.includes(id) ?? true)
      .flatMap((profile) =>
        models.map((model) =>
          assemble({ stack, profile, model, scenario: scenarioOf(project, stack, options) }),
        ),
      ),
  );
  if (assemblies.length === 0)
    throw new UserError([loadFinding("nothing-selected", { what: "this combination" })]);
  return assemblies;
}

function scenarioOf(project: Project, stack: Stack, options: AssembleOptions): Scenario {
  return pick("unknown-scenario", project.scenarios, [options.scenario ?? stack.reference])[0]!;
}

function variantNames(project: Project, stacks: string[] | undefined): string[] {
  return pick("unknown-stack", project.stacks, stacks).flatMap((variants) => [...variants.keys()]);
}

type UnknownKind =
  | "unknown-stack"
  | "unknown-profile"
  | "unknown-model"
  | "unknown-scenario"
  | "unknown-variant";

/** The named values in the order they are known, or all; unknown names are errors. */
function pick<V>(kind: UnknownKind, known: ReadonlyMap<string, V>, names: string[] | undefined): V[] {
  const missing = names?.find((name) => !known.has(name));
  if (missing !== undefined) throw unknown(kind, missing, known.keys());
  return [...known].filter(([name]) => names?.includes(name) ?? true).map(([, value]) => value);
}

function unknown(kind: UnknownKind, name: string, known: Iterable<string>): UserError {
  return new UserError([loadFinding(kind, { name, near: nearest(name, known) })]);
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
  out: string,
): Promise<number> {
  const documents = await toJson(project, assemblies);
  for (const document of documents) {
    const { stack, variant, profile, model, scenario } = document;
    const folder = path.join(out, `${stack}@${variant}`, profile);
    const name = `${scenario}.${model.replaceAll(/[^\w.-]/g, "_")}`;
    try {
      writeFileAtomic(path.join(folder, `${name}.txt`), document.text);
      for (const [channel, { text }] of Object.entries(document.channels)) {
        writeFileAtomic(path.join(folder, `${name}.${channel}.txt`), text);
      }
      writeFileAtomic(path.join(folder, `${name}.json`), `${JSON.stringify(document, null, 2)}\n`);
    } catch (error) {
      if (!["ENOTDIR", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      throw new UserError([commandFinding("out-not-folder", { path: out })]);
    }
  }
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
