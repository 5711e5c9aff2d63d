import type { Combination } from "../../assemble/index.ts";
import {
  type CompactionSession,
  isSelected,
  type Profile,
  type Project,
  type Stack,
} from "../../load/index.ts";
import { loadFinding } from "../../load/index.ts";
import { strategyIds } from "../../schema/index.ts";
import { type Finding, nearest, UserError } from "../../util/index.ts";
import { compactFinding } from "../messages.ts";
import type { StrategyId } from "../strategies/index.ts";
import { type MemoryFile, memoryFile, mountMemory } from "./mount-memory.ts";
import type { EditTiming, PlannedSurvival, SurvivalSelection } from "./types.ts";
import type { Trigger } from "../types.ts";

const defaultGenerations = [1, 2, 5] as const;

/**
 * Lists every run of a selection, in a fixed order. A stack's own strategy is run in every way; of what it is compared
 * with, and of profiles after the first, one way says enough. Throws a UserError for unknown names and for a selection
 * that is empty.
 */
export function planSurvival(project: Project, selection: SurvivalSelection): PlannedSurvival[] {
  checkNames(project, selection);
  const { generations = defaultGenerations } = selection;
  const everyWay = (own: boolean, profile: number): boolean =>
    own && profile === 0 && selection.plain !== true;
  const planned: PlannedSurvival[] = [];
  for (const stack of stacksOf(project, selection)) {
    for (const session of project.sessions) {
      if (!allows(selection.sessions, session.id) || !allows(session.stacks, stack.id)) continue;
      const profiles = profilesOf(stack, project).filter(({ id }) => allows(selection.profiles, id));
      const wanted = selection.plain === true ? profiles.slice(0, 1) : profiles;
      for (const [i, profile] of wanted.entries()) {
        const combination = combine(project, stack, profile, session);
        for (const strategy of strategiesOf(stack, selection, i === 0)) {
          const own = strategy === stack.compaction!.strategy;
          for (const way of waysOf(session, generations, everyWay(own, i), i === 0)) {
            const edited = way.edit === "none" ? null : editedFile(project, stack, session);
            const known = edited === null ? null : declaredLoss(stack);
            planned.push({ combination, session, strategy, own, ...way, known, edited });
            if (known === null) continue;
            for (const other of corrected(project, stack)) {
              const profile = other.profiles.get(combination.profile.id);
              if (profile === undefined) continue;
              const mended = combine(project, other, profile, session);
              planned.push({ combination: mended, session, strategy, own, ...way, known: null, edited });
            }
          }
        }
      }
    }
  }
  if (planned.length === 0)
    throw new UserError([loadFinding("nothing-selected", { what: "this selection" })]);
  return planned;
}

function waysOf(
  { edit, memory }: CompactionSession,
  generations: readonly number[],
  everyWay: boolean,
  everyGeneration: boolean,
): { trigger: Trigger; generations: number; edit: EditTiming }[] {
  const last = generations.at(-1)!;
  const middle = generations.find((count) => count > 1) ?? last;
  const plain = (everyGeneration ? generations : generations.slice(0, 1)).map((count) =>
    way("auto", count, "none"),
  );
  if (!everyWay) return plain;
  const edits = edit === undefined || memory === undefined ? [] : (["before", "mid-turn"] as const);
  return [...plain, way("manual", middle, "none"), ...edits.map((timing) => way("auto", middle, timing))];
}

function way(trigger: Trigger, generations: number, edit: EditTiming) {
  return { trigger, generations, edit };
}

function strategiesOf(
  { compaction }: Stack,
  { strategies, ownOnly = false }: SurvivalSelection,
  isFirst: boolean,
): readonly StrategyId[] {
  const own = compaction!.strategy;
  const wanted = strategies ?? (isFirst && !ownOnly ? strategyIds : [own]);
  return wanted.toSorted((a, b) => Number(b === own) - Number(a === own));
}

/** Profiles that the stack compacts. */
function profilesOf(stack: Stack, project: Project): Profile[] {
  const { id: model } = modelOf(project);
  const { values } = project.scenarios.get(stack.reference)!;
  const input = (name: string): unknown =>
    Object.hasOwn(values, name) ? values[name] : stack.inputs.get(name)?.default;
  return [...stack.profiles.values()].filter((profile) =>
    isSelected(stack.compaction!.trigger.when, {}, profile, { model, input }),
  );
}

/** The first model with a window: a share of no window is no limit. */
function modelOf({ models }: Project): Combination["model"] {
  const all = [...models.values()];
  return all.find(({ window }) => window !== null) ?? all[0]!;
}

function combine(project: Project, stack: Stack, profile: Profile, session: CompactionSession): Combination {
  const scenario = mountMemory(project.scenarios.get(stack.reference)!, stack.id, session);
  return { stack, profile, model: modelOf(project), scenario };
}

/** What a stack says itself of rules that change during a session. */
function declaredLoss({ session }: Stack): string | null {
  if (session.shrinkInjected === null) return null;
  return `the stack says itself that a changed rule is cut to ${session.shrinkInjected} characters (session.shrinkInjected)`;
}

/** Variants of a stack that lose no changed rule. */
function corrected({ stacks }: Project, { id }: Stack): Stack[] {
  return [...stacks.get(id)!.values()].filter(
    (variant) => variant.compaction !== null && declaredLoss(variant) === null,
  );
}

function editedFile(project: Project, stack: Stack, session: CompactionSession): MemoryFile | null {
  const { edit, memory } = session;
  if (edit === undefined || memory === undefined) return null;
  const scenario = project.scenarios.get(stack.reference)!;
  return memoryFile(
    scenario,
    stack.id,
    session,
    memory.text.replace(edit.from, () => edit.to),
  );
}

function stacksOf({ stacks }: Project, selection: SurvivalSelection): Stack[] {
  const all = [...stacks.values()].map((variants) => variants.get("default")!);
  return all.filter(({ id, compaction }) => compaction !== null && allows(selection.stacks, id));
}

function allows(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}

function checkNames({ stacks, sessions }: Project, selection: SurvivalSelection): void {
  const findings: Finding[] = [];
  if (sessions.length === 0) findings.push(compactFinding("no-sessions", {}, { file: "corpus/compaction" }));
  const ids = sessions.map(({ id }) => id);
  for (const name of selection.sessions ?? []) {
    if (!ids.includes(name))
      findings.push(compactFinding("unknown-session", { name, near: nearest(name, ids) }));
  }
  for (const name of selection.stacks ?? []) {
    const variants = stacks.get(name);
    if (variants === undefined)
      findings.push(loadFinding("unknown-stack", { name, near: nearest(name, stacks.keys()) }));
    else if (variants.get("default")!.compaction === null)
      findings.push(compactFinding("not-compactable", { stack: name }));
  }
  for (const name of selection.strategies ?? []) {
    if (!strategyIds.includes(name))
      findings.push(
        compactFinding("unknown-strategy", { name, near: nearest(name, strategyIds), known: strategyIds }),
      );
  }
  const profiles = [...stacks.values()].flatMap((variants) => [...variants.get("default")!.profiles.keys()]);
  for (const name of selection.profiles ?? []) {
    if (!profiles.includes(name))
      findings.push(loadFinding("unknown-profile", { name, near: nearest(name, profiles) }));
  }
  if (findings.length > 0) throw new UserError(findings);
}
