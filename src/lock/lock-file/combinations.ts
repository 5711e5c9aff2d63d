import type { Lock, LockedAssembly, LockedProfile } from "../../schema/index.ts";

/** One assembly of a lock, with what it belongs to. */
export interface LockedCombination {
  stack: string;
  variant: string;
  profile: string;
  model: string;
  /** `stack@variant/profile on model`. */
  name: string;
  recipe: LockedProfile;
  assembly: LockedAssembly;
}

/** Every combination of a lock by its name, in the lock's order. */
export function combinationsOf(lock: Lock): Map<string, LockedCombination> {
  const found = new Map<string, LockedCombination>();
  for (const [stack, { variants }] of Object.entries(lock.stacks)) {
    for (const [variant, { profiles }] of Object.entries(variants)) {
      for (const [profile, recipe] of Object.entries(profiles)) {
        for (const [model, assembly] of Object.entries(recipe.models)) {
          const name = `${stack}@${variant}/${profile} on ${model}`;
          found.set(name, { stack, variant, profile, model, name, recipe, assembly });
        }
      }
    }
  }
  return found;
}

/** A layer of an assembly as the lock lists it: `id@version hash`. */
export function parseLockedLayer(line: string): { id: string; version: string | null; hash: string } {
  const [name = "", hash = ""] = line.split(" ");
  const [id = "", version = null] = name.split("@");
  return { id, version, hash };
}
