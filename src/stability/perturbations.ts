import type { Assembly, Combination } from "../assemble/index.ts";
import type { Profile, Scenario } from "../load/index.ts";
import type { WrittenModel } from "../schema/index.ts";
import { mapEntries, reversedValue } from "./change-values.ts";
import { besides, moveRoots, readsEverywhere, reverseListings, writeTaken } from "./change-world.ts";
import { inOtherSession } from "./in-other-session.ts";
import { addSeconds, inOtherZone } from "./move-clock.ts";
import type { Relation } from "./types.ts";

/** What a world is made from. */
export interface Origin {
  combination: Combination;
  /** Of the combination. */
  assembly: Assembly;
  models: readonly WrittenModel[];
}

/** A way in which two worlds differ. Together they change everything that an assembly takes from the world. */
interface Perturbation {
  title: string;
  /** As a part of a sentence, where that is not the title. */
  where?: string;
  relations: readonly Relation[];
  /** Nobody changed anything: what is looked at again must be the same. */
  passing: boolean;
  /** Worlds that differ in this; none where the combination has no such world. */
  worlds(origin: Origin, relation: Relation): Combination[];
  /** Why there is none. */
  none?: string;
}

const both: readonly Relation[] = ["turn", "session"];
const sessions: readonly Relation[] = ["session"];

function inScenario(
  change: (scenario: Scenario, relation: Relation, origin: Origin) => Scenario | undefined,
) {
  return (origin: Origin, relation: Relation): Combination[] => {
    const scenario = change(origin.combination.scenario, relation, origin);
    return scenario === undefined ? [] : [{ ...origin.combination, scenario }];
  };
}

const after = (seconds: number) =>
  inScenario((scenario) => ({
    ...scenario,
    clock: addSeconds(scenario.clock, seconds),
    // What the agent says of a time is its own: only its scenario knows how it reads later.
    ...(seconds < 60 ? {} : { values: { ...scenario.values, ...scenario.later } }),
  }));

export const perturbations = {
  second: { title: "a second later", relations: both, passing: true, worlds: after(1) },
  minutes: { title: "three minutes later", relations: both, passing: true, worlds: after(180) },
  day: { title: "a day later", relations: both, passing: true, worlds: after(86_400) },
  zone: {
    ...{ title: "in another time zone", relations: both, passing: true },
    worlds: inScenario((scenario) => ({ ...scenario, clock: inOtherZone(scenario.clock) })),
  },
  order: {
    ...{
      title: "listed in another order",
      where: "when lists and folders come in another order",
      relations: both,
      passing: true,
    },
    // A value keeps its order for a session; a folder is listed again whenever it is looked at.
    worlds: inScenario((scenario, relation) => ({
      ...scenario,
      world: reverseListings(scenario.world),
      ...(relation === "turn"
        ? {}
        : { values: mapEntries(scenario.values, reversedValue) as Scenario["values"] }),
    })),
  },
  session: {
    ...{
      title: "another session",
      where: "in another session",
      relations: sessions,
      passing: false,
      none: "the stack has no inputs",
    },
    worlds: ({ combination, assembly }) => inOtherSession(combination, assembly),
  },
  user: {
    ...{ title: "another user", where: "for another user", relations: sessions, passing: false },
    worlds: inScenario((scenario, _relation, { assembly }) => {
      const { roots, rootOf } = scenario.world;
      const isOwn = (path: string) => rootOf(path) === "home";
      const theirs = writeTaken(scenario, assembly, isOwn) ?? scenario;
      return moveRoots(theirs, { home: besides(roots.home, "another-user") });
    }),
  },
  directory: {
    ...{ title: "another directory", where: "in another directory", relations: sessions, passing: false },
    worlds: inScenario((scenario) =>
      moveRoots(scenario, { workspace: besides(scenario.world.roots.workspace, "another-project") }),
    ),
  },
  machine: {
    ...{ title: "another machine", where: "on another machine", relations: sessions, passing: false },
    worlds: inScenario((scenario) => {
      const { os, shell, world } = scenario;
      const elsewhere = moveRoots(scenario, { managed: besides(world.roots.managed, "another-etc") });
      return { ...elsewhere, os: `another-${os}`, shell: `another-${shell}` };
    }),
  },
  git: {
    ...{ title: "another git state", where: "in another git state", relations: both, passing: false },
    worlds: inScenario((scenario) => {
      const { git, world } = scenario;
      const { root, branch, dirty } =
        git === "none" ? { root: world.roots.workspace, branch: "main", dirty: 0 } : git;
      return {
        ...scenario,
        git: { root, branch: `another-${branch}`, dirty: dirty + 1, commit: "0".repeat(40) },
      };
    }),
  },
  "tool-result": {
    ...{ title: "a tool result added", where: "after a tool result", relations: ["turn"], passing: false },
    worlds: inScenario((scenario) => ({
      ...scenario,
      reads: [...new Set([...scenario.reads, ...readsEverywhere(scenario)])],
    })),
  },
  memory: {
    ...{
      title: "memory written",
      where: "after memory was written",
      relations: both,
      passing: false,
      none: "no file of the world is in the prompt",
    },
    worlds: inScenario((scenario, _relation, { assembly }) => writeTaken(scenario, assembly)),
  },
  model: {
    ...{
      title: "another model",
      where: "for another model",
      relations: sessions,
      passing: false,
      none: "there is one model",
    },
    worlds: ({ combination, models }) =>
      models.filter(({ id }) => id !== combination.model.id).map((model) => ({ ...combination, model })),
  },
  profile: {
    ...{
      title: "another profile",
      where: "in another profile",
      relations: sessions,
      passing: false,
      none: "the stack has one profile",
    },
    worlds: ({ combination }) => {
      const others: Profile[] = [...combination.stack.profiles.values()];
      return others
        .filter(({ id }) => id !== combination.profile.id)
        .map((profile) => ({ ...combination, profile }));
    },
  },
} satisfies Record<string, Perturbation>;

export type PerturbationId = keyof typeof perturbations;

export const perturbationOf = (id: PerturbationId): Perturbation => perturbations[id];
