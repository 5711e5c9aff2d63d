import { assemble, type Combination, type CountTokens, layerText } from "../../assemble/index.ts";
import {
  atRef,
  loadFinding,
  type Profile,
  type Prompts,
  type Scenario,
  type Stack,
} from "../../load/index.ts";
import { byteLength, nearest, UserError } from "../../util/index.ts";
import { type Assembled, diffAssemblies, type LayerChange } from "./diff-assemblies.ts";
import { guardingCases } from "./guarding-cases.ts";
import { changedFiles, type FileChange, renamedLayers } from "./layer-files.ts";
import type { CombinationDiff, DiffChoice, DiffInput, Pair, StackDiff } from "./types.ts";

/** What a project says, and the variants of the stack in question. */
interface Side extends Prompts {
  variants: ReadonlyMap<string, Stack>;
}

interface Input extends Omit<DiffInput, "before" | "after"> {
  before: Side;
  after: Side & DiffInput["after"];
}

interface Matched {
  scenario: Scenario;
  stacks: Pair<Stack>;
  /** Id after → id before. */
  layers: ReadonlyMap<string, string>;
}

const none = { added: [], removed: [] };

/** Compares every combination of a stack that both sides have. */
export function diffStack(input: Input, choice: DiffChoice, countTokens: CountTokens): StackDiff {
  const { before, after, renames } = input;
  const changes = new Map<string, LayerChange>();
  const combinations: CombinationDiff[] = [];
  const unseen = new Map<string, FileChange>();
  let equal = 0;
  const stacks = pairs(before.variants, after.variants, choice.variant, "unknown-variant");
  for (const pair of stacks) {
    const layers = renamedLayers(pair.before, pair.after, renames);
    const matched: Matched = { stacks: pair, layers, scenario: scenarioOf(input, pair.after, choice) };
    const seen = new Set<string>();
    for (const combination of combinationsOf(input, matched, choice)) {
      const differs = compareOne(combination, { ...matched, refs: input.refs }, countTokens);
      if (differs === undefined) {
        equal++;
        continue;
      }
      const { found, diff } = differs;
      for (const change of found) for (const key of fileKeys(change)) seen.add(key);
      combinations.push({ ...diff, changes: found.map((change) => positionOf(change, changes)) });
    }
    for (const change of changedFiles(pair.before, pair.after, { renames, layers }))
      if (!fileKeys(change).every((key) => seen.has(key))) unseen.set(JSON.stringify(change), change);
  }
  const { id } = stacks[0]?.after ?? [...after.variants.values()][0]!;
  const hunks = [...changes.values(), ...unseen.values()].flatMap((change) => change.hunks);
  const cases = after.cases.filter(({ stack }) => stack === id);
  return {
    ...{ stack: id, kind: "compared", equal, combinations },
    ...{ changes: [...changes.values()], unseen: [...unseen.values()] },
    variants: choice.variant === undefined ? onlyOn(before.variants, after.variants) : none,
    profiles: choice.profile === undefined ? profilesOnly(stacks) : none,
    cases: guardingCases(cases, hunks),
  };
}

/** undefined for texts that are equal and made by equal settings. */
function compareOne(
  { before, after }: Pair<Combination>,
  { layers, refs }: Matched & Pick<DiffInput, "refs">,
  countTokens: CountTokens,
): { found: LayerChange[]; diff: CombinationDiff } | undefined {
  const [a, b] = [assembled(before, refs.before), assembled(after, refs.after)];
  const pair = <T>(of: (one: Assembled) => T): Pair<T> => ({ before: of(a), after: of(b) });
  const { changes: found, same, prefix } = diffAssemblies(a, b, layers);
  const variant = pair(({ assembly }) => assembly.variant);
  const profile = pair(({ assembly }) => assembly.profile);
  const hash = pair(({ assembly }) => assembly.hash);
  const recipeHash = pair(({ assembly }) => assembly.recipeHash);
  // A recipe holds the names of variant and profile, and so says nothing of two of them.
  const isNamed = variant.before === variant.after && profile.before === profile.after;
  const isSetAlike = !isNamed || recipeHash.before === recipeHash.after;
  if (found.length === 0 && hash.before === hash.after && isSetAlike) return undefined;
  const tokens = pair((one) => tokensOf(one, countTokens));
  return {
    found,
    diff: {
      ...{ variant, profile, model: pair(({ assembly }) => assembly.model), scenario: after.scenario.id },
      ...{ changes: [], same, hash, recipeHash, prefix },
      bytes: pair(({ assembly }) => byteLength(assembly.text)),
      tokens: { ...tokens, estimate: !after.model.tokenizerIsVendors },
    },
  };
}

/** Throws a UserError with what stands in the way of an assembly. */
function assembled(combination: Combination, ref: string): Assembled {
  const assembly = assemble(combination);
  const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors.map((finding) => atRef(ref, finding)));
  return { stack: combination.stack, assembly };
}

function tokensOf({ assembly }: Assembled, countTokens: CountTokens): number {
  return assembly.layers
    .filter(({ channel }) => channel === "system")
    .reduce((sum, layer) => sum + countTokens(layerText(assembly, layer)), 0);
}

/** The position of a change among those known; one that is shown the same way is the same. */
function positionOf(change: LayerChange, known: Map<string, LayerChange>): number {
  const { position: _position, bytes: _bytes, ...shown } = change;
  const key = JSON.stringify(shown);
  if (!known.has(key)) known.set(key, change);
  return [...known.keys()].indexOf(key);
}

/** The files of a change, each as one side knows it. */
function fileKeys({ layer, file }: Pick<FileChange, "layer" | "file">): string[] {
  return (["before", "after"] as const).flatMap((side) =>
    file[side] === null ? [] : [JSON.stringify([side, layer, file[side]])],
  );
}

function combinationsOf(
  { before, after }: Pair<Side>,
  { stacks, scenario }: Matched,
  choice: DiffChoice,
): Pair<Combination>[] {
  const isChosen = (chosen: readonly string[] | undefined, { id }: { id: string }) =>
    chosen?.includes(id) ?? true;
  const profiles = pairs<Profile>(
    stacks.before.profiles,
    stacks.after.profiles,
    choice.profile,
    "unknown-profile",
  );
  const models = pairs(before.models, after.models, choice.model, "unknown-model");
  return profiles
    .filter((pair) => isChosen(choice.profiles, pair.after))
    .flatMap((profile) =>
      models
        .filter((pair) => isChosen(choice.models, pair.after))
        .map((model) => ({
          before: { stack: stacks.before, profile: profile.before, model: model.before, scenario },
          after: { stack: stacks.after, profile: profile.after, model: model.after, scenario },
        })),
    );
}

/** The two that are asked for, or each with the one of its name. */
function pairs<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  asked: Pair<string> | undefined,
  kind: "unknown-variant" | "unknown-profile" | "unknown-model",
): Pair<T>[] {
  if (asked === undefined)
    return [...after].flatMap(([id, value]) =>
      before.has(id) ? [{ before: before.get(id)!, after: value }] : [],
    );
  if (kind !== "unknown-variant" && !(before.has(asked.before) && after.has(asked.after))) return [];
  return [{ before: named(before, asked.before, kind), after: named(after, asked.after, kind) }];
}

function named<T>(all: ReadonlyMap<string, T>, name: string, kind: Parameters<typeof pairs>[3]): T {
  const found = all.get(name);
  if (found !== undefined) return found;
  throw new UserError([loadFinding(kind, { name, near: nearest(name, all.keys()) })]);
}

function scenarioOf({ before, after }: Pair<Side>, { reference }: Stack, { scenario }: DiffChoice): Scenario {
  const name = scenario ?? reference;
  const found = after.scenarios.get(name) ?? before.scenarios.get(name);
  if (found !== undefined) return found;
  throw new UserError([
    loadFinding("unknown-scenario", { name, near: nearest(name, after.scenarios.keys()) }),
  ]);
}

function onlyOn(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): { added: string[]; removed: string[] } {
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}

function profilesOnly(stacks: readonly Pair<Stack>[]): { added: string[]; removed: string[] } {
  const only = stacks.map(({ before, after }) => onlyOn(before.profiles, after.profiles));
  return {
    added: [...new Set(only.flatMap(({ added }) => added))],
    removed: [...new Set(only.flatMap(({ removed }) => removed))],
  };
}
