import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { assemble, type Assembly, assemblyToJson, loadTokenizer } from "../assemble/index.ts";
import { loadFinding, type Project, type Stack } from "../load/index.ts";
import {
  byteLength,
  type Finding,
  nearest,
  shortHash,
  stableJson,
  UserError,
  writeFileAtomic,
} from "../util/index.ts";
import { explainAssembly } from "./explain.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject } from "./open-project.ts";
import { printFindings } from "./print-findings.ts";
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
    return writeAssemblies(io, project, assemblies, { ...options, out: options.out });
  if (options.json) io.stdout.write(`${JSON.stringify(await toJson(project, assemblies), null, 2)}\n`);
  else if (options.explain) io.stdout.write(assemblies.map(explainAssembly).join("\n"));
  // Exactly the bytes that are sent: piped into sha256sum they give the hash.
  else if (assemblies.length === 1) io.stdout.write(assemblies[0]!.text);
  else io.stdout.write(renderTable(assemblies));
  return 0;
}

/** Every combination that the options select, in the stacks' own order. */
function assembleSelected(project: Project, options: AssembleOptions): Assembly[] {
  const stacks = selectStacks(project, options);
  const models = [...project.models.values()].filter(({ id }) => options.model?.includes(id) ?? true);
  const assemblies = stacks.flatMap((stack) => {
    const scenario = project.scenarios.get(options.scenario ?? stack.reference)!;
    const profiles = [...stack.profiles.values()].filter(({ id }) => options.profile?.includes(id) ?? true);
    return profiles.flatMap((profile) =>
      models.map((model) => assemble({ stack, profile, model, scenario })),
    );
  });
  if (assemblies.length === 0)
    throw new UserError([loadFinding("nothing-selected", { what: "this combination" })]);
  return assemblies;
}

/** The stacks in the variant that is asked for; one that was named must have it, the others are left out without it. */
function selectStacks(project: Project, options: AssembleOptions): Stack[] {
  const variant = options.variant ?? "default";
  const named = [...project.stacks]
    .filter(([id]) => options.stack?.includes(id) ?? true)
    .map(([, variants]) => variants);
  const found = named.flatMap((variants) => variants.get(variant) ?? []);
  const lacks = options.stack === undefined ? found.length === 0 : found.length < named.length;
  const profiles = new Map(found.flatMap((stack) => [...stack.profiles]));
  const errors = [
    ...unknownNames("unknown-stack", options.stack, project.stacks),
    ...(lacks
      ? unknownNames(
          "unknown-variant",
          [variant],
          new Map(),
          named.flatMap((variants) => [...variants.keys()]),
        )
      : []),
    ...(found.length === 0 ? [] : unknownNames("unknown-profile", options.profile, profiles)),
    ...unknownNames("unknown-model", options.model, project.models),
    ...unknownNames(
      "unknown-scenario",
      options.scenario === undefined ? [] : [options.scenario],
      project.scenarios,
    ),
  ];
  if (errors.length > 0) throw new UserError(errors);
  return found;
}

type UnknownKind =
  | "unknown-stack"
  | "unknown-profile"
  | "unknown-model"
  | "unknown-scenario"
  | "unknown-variant";

function unknownNames(
  kind: UnknownKind,
  names: readonly string[] | undefined,
  known: ReadonlyMap<string, unknown>,
  suggested: Iterable<string> = known.keys(),
): Finding[] {
  const near = [...suggested];
  return (names ?? [])
    .filter((name) => !known.has(name))
    .map((name) =>
      loadFinding(kind, {
        name,
        near: nearest(
          name,
          near.filter((other) => other !== name),
        ),
      }),
    );
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
