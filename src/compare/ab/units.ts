import type { Assembly } from "../../assemble/index.ts";
import { isLocal, type PlannedTrial } from "../../run/index.ts";
import { type Sha256, sha256, stableJson } from "../../util/index.ts";
import type { SideUnit } from "../pair-units.ts";
import type { AbMode, AbVersions } from "./types.ts";

/** What one version has of a unit, with the trial that its runs are made like. */
export interface PlannedUnit extends SideUnit {
  trial: PlannedTrial;
  mode: AbMode;
}

/** The name of a trial's combination; where two variants are compared, the variant is not part of it. */
export function combinationOf({ assembly }: PlannedTrial, { a }: Pick<AbVersions, "a">): string {
  const { stack, variant, profile, model } = assembly;
  const own = a.variant === null && variant !== "default" ? `@${variant}` : "";
  return `${stack}${own}/${profile} on ${model}`;
}

/** Of an input, its world and what is asserted: all that is the same for both versions. */
export function caseHash(
  { case: item, assembly }: PlannedTrial,
  { worlds }: Pick<AbVersions, "worlds">,
): Sha256 {
  const { id, stack, input, turns, tools, providerOutput, needs, policy, assert } = item;
  const world = [assembly.scenario, worlds[assembly.scenario] ?? null];
  return hashOf({ id, stack, input, turns, tools, providerOutput, needs, policy, assert, world });
}

/** Of a request, and of what is graded beside the answer: all that a version can change. */
export function subjectHash(trial: PlannedTrial): Sha256 {
  const looks = trial.assertions.some(({ type }) => looksAtAssembly(type));
  return hashOf([trial.requestKey, trial.gradeKey, looks ? factsHash(trial.assembly) : null]);
}

/** Whether the answer never varies: nobody is asked, or the embedded model is. */
export function modeOf({ request, answer }: Pick<PlannedTrial, "request" | "answer">): AbMode {
  return request === null || isLocal(answer!) ? "exact" : "sampled";
}

/** These two look at the answer, as promptfoo's types do. */
const answerTypes = ["strata:last-contains", "strata:preferred", "strata:rules"];

function looksAtAssembly(type: string): boolean {
  const base = type.replace(/^not-/, "");
  return base.startsWith("strata:") && !answerTypes.includes(base);
}

const facts = new WeakMap<Assembly, Sha256>();

function factsHash(assembly: Assembly): Sha256 {
  let made = facts.get(assembly);
  if (made === undefined) {
    const layers = assembly.layers.map(({ id, channel, hash }) => [id, channel, hash]);
    made = hashOf([assembly.hash, layers, assembly.tools.map(({ name }) => name)]);
    facts.set(assembly, made);
  }
  return made;
}

function hashOf(value: object): Sha256 {
  return sha256(stableJson(value));
}
