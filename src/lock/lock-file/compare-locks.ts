import type { Lock } from "../../schema/index.ts";
import { compareText, stableJson } from "../../util/index.ts";
import { combinationsOf, type LockedCombination } from "./combinations.ts";
import { compareCombination, onlyInOne } from "./compare-combination.ts";
import { type Changes, compareEntries, layerEntry, type LockChange, settingEntry } from "./lock-change.ts";

/** What differs between the lock on disk and that of the prompts. Equal locks have no changes. Pure. */
export function compareLocks(before: Lock, after: Lock): LockChange[] {
  const found = new Map<string, LockChange>();
  const changes: Changes = {
    add(kind, entry, combination) {
      const key = `${entry.type} ${entry.name} ${entry.file}`;
      let change = found.get(key);
      if (change === undefined) found.set(key, (change = { kind, entry, combinations: [] }));
      if (combination !== undefined && !change.combinations.includes(combination))
        change.combinations.push(combination);
    },
  };
  compareEntries(before.models, after.models, (kind, name) =>
    changes.add(kind, { type: "model", name, file: "prompts/models.yaml" }),
  );
  for (const id of shared(before.stacks, after.stacks)) compareStack(id, before, after, changes);
  const [old, now] = [combinationsOf(before), combinationsOf(after)];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [a, b] = [old.get(name), now.get(name)];
    if (a === undefined) changes.add("added", onlyInOne(b!, before), name);
    else if (b === undefined) changes.add("orphaned", onlyInOne(a, after), name);
    else if (!isSame(a, b)) compareCombination(a, b, { before, after, changes });
  }
  return [...found.values()].toSorted(
    (a, b) => compareText(a.entry.file, b.entry.file) || compareText(a.entry.name, b.entry.name),
  );
}

function compareStack(id: string, { stacks: old }: Lock, { stacks: now }: Lock, changes: Changes): void {
  const [before, after] = [old[id]!, now[id]!];
  const file = `prompts/${id}/stack.yaml`;
  compareEntries(before.layers, after.layers, (kind, key) =>
    changes.add(kind, layerEntry(id, key, (after.layers[key] ?? before.layers[key])!.layer)),
  );
  compareEntries(before.contracts, after.contracts, (kind, key) =>
    changes.add(kind, { type: "contract", name: `${id}/${key}`, file }),
  );
  for (const variant of shared(before.variants, after.variants)) {
    const [a, b] = [before.variants[variant]!, after.variants[variant]!];
    compareEntries(a.settings, b.settings, (kind, key) => changes.add(kind, settingEntry(id, variant, key)));
  }
}

function isSame(a: LockedCombination, b: LockedCombination): boolean {
  const of = ({ recipe: { models: _models, ...recipe }, assembly }: LockedCombination) =>
    stableJson([recipe, assembly]);
  return of(a) === of(b);
}

function shared(before: object, after: object): string[] {
  return Object.keys(before).filter((key) => Object.hasOwn(after, key));
}
