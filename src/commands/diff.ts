import { assemble, type Assembly } from "../assemble/index.ts";
import { loadFinding, type Project, type Stack } from "../load/index.ts";
import { type AssemblyDiff, diffAssemblies, type LayerChange } from "../lock/index.ts";

import { nearest, stableJson, UserError, plainLine } from "../util/index.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject } from "./open-project.ts";

export interface DiffOptions {
  root?: string;
  stack?: string[];
  profile?: string[];
  model?: string[];
  scenario?: string;
  json?: boolean;
}

interface Compared extends AssemblyDiff {
  stack: string;
  profile: string;
  /** Models whose assemblies differ in the same way. */
  models: string[];
}

/** `strata diff @A [@B]`: what differs between two variants, layer by layer, for each combination. */
export async function diffCommand(
  io: Io,
  from: string,
  to: string | undefined,
  options: DiffOptions,
): Promise<number> {
  const variants = { before: variantOf(from), after: variantOf(to ?? ".") };
  const project = openProject(findRoot(io, options.root));
  const compared = compareAll(project, variants, options);
  if (options.json) io.stdout.write(`${stableJson({ schema: 1, ...variants, combinations: compared }, 2)}\n`);
  else io.stdout.write(compared.map((one) => describe(one, variants)).join("\n"));
  return 0;
}

/** Operands are `[REF][@VARIANT]`; git refs come with a later version. */
function variantOf(operand: string): string {
  const [, ref = "", variant] = /^([^@]*)(?:@(.+))?$/.exec(operand) ?? [];
  if (ref !== "" && ref !== ".") throw new UserError([commandFinding("ref-not-yet", { operand })]);
  return variant ?? "default";
}

function compareAll(
  project: Project,
  variants: { before: string; after: string },
  options: DiffOptions,
): Compared[] {
  const names = { stack: project.stacks, model: project.models, scenario: project.scenarios };
  const asked = { stack: options.stack, model: options.model, scenario: options.scenario?.split(",") };
  const unknown = (["stack", "model", "scenario"] as const).flatMap((key) =>
    (asked[key] ?? [])
      .filter((name) => !names[key].has(name))
      .map((name) => loadFinding(`unknown-${key}`, { name, near: nearest(name, names[key].keys()) })),
  );
  if (unknown.length > 0) throw new UserError(unknown);
  const stacks = [...project.stacks].filter(
    ([id, all]) => options.stack?.includes(id) ?? hasBoth(all, variants),
  );
  const pairs = stacks.map(
    ([, all]) => [variantIn(all, variants.before), variantIn(all, variants.after)] as const,
  );
  const compared = pairs.flatMap(([before, after]) => compareStack(project, before, after, options));
  if (compared.length > 0) return compared;
  throw new UserError([
    loadFinding("nothing-selected", { what: `@${variants.before} and @${variants.after}` }),
  ]);
}

function hasBoth(
  all: ReadonlyMap<string, Stack>,
  { before, after }: { before: string; after: string },
): boolean {
  return all.has(before) && all.has(after);
}

function variantIn(all: ReadonlyMap<string, Stack>, name: string): Stack {
  const stack = all.get(name);
  if (stack !== undefined) return stack;
  throw new UserError([loadFinding("unknown-variant", { name, near: nearest(name, all.keys()) })]);
}

/** Models mostly differ in one line that both sides share, so equal differences are shown once. */
function compareStack(project: Project, before: Stack, after: Stack, options: DiffOptions): Compared[] {
  const scenario = project.scenarios.get(options.scenario ?? after.reference)!;
  const models = [...project.models.values()].filter(({ id }) => options.model?.includes(id) ?? true);
  const profiles = [...after.profiles.values()].filter(
    ({ id }) => before.profiles.has(id) && (options.profile?.includes(id) ?? true),
  );
  return profiles.flatMap((profile) => {
    const make = (stack: Stack, model: (typeof models)[number]): Assembly =>
      assemble({ stack, profile: stack.profiles.get(profile.id)!, model, scenario });
    const diffs = models.map((model) => ({
      model: model.id,
      diff: diffAssemblies(make(before, model), make(after, model)),
    }));
    // The model's own name has another length on each model, and is no difference.
    const alike = Map.groupBy(diffs, ({ diff: { changes, same } }) =>
      JSON.stringify([changes.map(({ bytes: _bytes, ...change }) => change), same]),
    );
    return [...alike.values()].map((group) => ({
      ...{ stack: after.id, profile: profile.id, models: group.map(({ model }) => model) },
      ...group[0]!.diff,
    }));
  });
}

function describe(
  { stack, profile, models, changes, same, prefix }: Compared,
  { before, after }: { before: string; after: string },
): string {
  const on = models.length === 1 ? models[0]! : `${models.length} models`;
  const kept =
    prefix.layer === null
      ? `the same ${prefix.after} bytes`
      : `the first ${prefix.bytes} of ${prefix.before} bytes stay; the prompt cache breaks in ${prefix.layer}`;
  const lines = [
    `${stack} ${profile} on ${on}: @${before} -> @${after}, ${kept}`,
    ...changes.flatMap(describeChange),
    ...(same.length === 0 ? [] : [`  same     ${same.join(", ")}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function describeChange({ layer, kind, bytes, position, version, lines }: LayerChange): string[] {
  const moved = kind === "moved" ? `, place ${position.before} -> ${position.after}` : "";
  const versions =
    version.before === version.after
      ? ""
      : `, version ${version.before ?? "none"} -> ${version.after ?? "none"}`;
  return [
    `  ${kind.padEnd(8)} ${layer}: ${bytes.before} -> ${bytes.after} bytes${moved}${versions}`,
    ...lines.removed.map((line) => `    - ${plainLine(line)}`),
    ...lines.added.map((line) => `    + ${plainLine(line)}`),
  ];
}
