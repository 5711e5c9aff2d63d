import {
  advanceSession,
  assemble,
  type Assembly,
  cachedPrefix,
  type Combination,
  type CountTokens,
  type Session,
  startSession,
} from "../assemble/index.ts";
import type { Layer } from "../load/index.ts";
import type { WrittenModel } from "../schema/index.ts";
import { comparePrompts, tokensFrom } from "./compare-prompts.ts";
import { type Origin, type PerturbationId, perturbationOf, perturbations } from "./perturbations.ts";
import type { Pair, Relation, SkippedPair, Stability, Verdict } from "./types.ts";

export interface StabilityOptions {
  /** Models that the prompt may be assembled for instead. */
  models: readonly WrittenModel[];
  countTokens: CountTokens;
}

/**
 * Assembles a combination in worlds that differ from its own in one respect each, and compares. The next turn of a
 * session keeps what the session holds; another session builds its prompt from nothing. Pure. Throws a UserError when
 * the prompt does not assemble.
 */
export function measureStability(
  combination: Combination,
  { models, countTokens }: StabilityOptions,
): Stability {
  const assembly = assemble(combination);
  const origin: Origin = { combination, assembly, models };
  const started = startSession(combination).session;
  const { session, step } = advanceSession(started, { type: "turn" });
  const pairs: Pair[] = [];
  const skipped: SkippedPair[] = [];
  for (const world of Object.keys(perturbations) as PerturbationId[]) {
    const perturbation = perturbationOf(world);
    for (const relation of perturbation.relations) {
      const compare = (other: Combination): Pair => {
        const after = relation === "turn" ? nextTurn(session, other) : assemble(other);
        const before = relation === "turn" ? step.assembly : assembly;
        const judge = (layer: Layer) => verdictOf(layer, world, relation);
        const comparison = comparePrompts(before, after, combination.stack, judge, countTokens);
        return { world, relation, ...otherOf(combination, other), ...comparison };
      };
      const worst = perturbation.worlds(origin, relation).map(compare).toSorted(byHarm)[0];
      if (worst === undefined)
        skipped.push({ world, relation, reason: perturbation.none ?? "there is no such world" });
      else pairs.push(worst);
    }
  }
  const prefixBytes = cachedPrefix(assembly, combination.stack).length;
  return {
    ...{ stack: assembly.stack, variant: assembly.variant, profile: assembly.profile, model: assembly.model },
    ...{ scenario: assembly.scenario, prefixBytes, pairs, skipped },
    prefixTokens: tokensFrom(0, assembly, prefixBytes, countTokens),
  };
}

/** The prompt of the turn after this one, in a world that became another in between. */
function nextTurn(session: Session, combination: Combination): Assembly {
  const { world, values, reads } = combination.scenario;
  const moved: Session = { ...session, combination, world, values, reads };
  return advanceSession(moved, { type: "turn" }).step.assembly;
}

function otherOf({ profile, model }: Combination, other: Combination): Pick<Pair, "other"> {
  if (other.profile.id !== profile.id) return { other: other.profile.id };
  return other.model.id === model.id ? {} : { other: other.model.id };
}

/** Broken promises first, then the shorter prefix. */
function byHarm(a: Pair, b: Pair): number {
  return brokenIn(b) - brokenIn(a) || a.shared - b.shared;
}

function brokenIn({ changed }: Pair): number {
  return changed.filter(({ verdict }) => verdict === "broken").length;
}

function verdictOf({ tier, read }: Layer, world: PerturbationId, relation: Relation): Verdict {
  if (!isPromised(tier.promise, world, relation)) return "allowed";
  const isReread = relation === "turn" && read === "turn" && !perturbationOf(world).passing;
  return isReread ? "re-read" : "broken";
}

/** Whether a promise says that the two are equal. */
function isPromised(promise: Layer["tier"]["promise"], world: PerturbationId, relation: Relation): boolean {
  if (promise === "turn") return false;
  if (relation === "turn") return true;
  if (world === "profile") return promise === "build";
  return promise !== "session";
}
