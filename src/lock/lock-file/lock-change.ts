import { stableJson } from "../../util/index.ts";

/** What a change of the lock comes from. `layer` is a layer file, `text` a layer whose bytes come from the scenario. */
export interface LockEntry {
  type:
    | "layer"
    | "setting"
    | "tools"
    | "text"
    | "order"
    | "assembly"
    | "contract"
    | "stack"
    | "variant"
    | "profile"
    | "model";
  /** With its stack in front, but for models. */
  name: string;
  /** The file to look into. */
  file: string;
}

/** One entry that differs, and the names of exactly the combinations that it makes differ. */
export interface LockChange {
  /** orphaned: what the entry belongs to is gone. */
  kind: "changed" | "added" | "removed" | "orphaned";
  entry: LockEntry;
  combinations: string[];
}

/** Collects changes by their entry. */
export interface Changes {
  add(kind: LockChange["kind"], entry: LockEntry, combination?: string): void;
}

/** The lock's entry for a layer file, by its key. */
export function layerEntry(stack: string, key: string, layers: string): LockEntry {
  return { type: "layer", name: `${stack}/${layers}`, file: key };
}

export function settingEntry(stack: string, variant: string, key: string): LockEntry {
  const at = variant === "default" ? stack : `${stack}@${variant}`;
  return { type: "setting", name: `${at} ${key}`, file: `prompts/${stack}/stack.yaml` };
}

/** Calls back for every key whose values differ. */
export function compareEntries<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  differs: (kind: "changed" | "added" | "removed", key: string) => void,
): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!Object.hasOwn(before, key)) differs("added", key);
    else if (!Object.hasOwn(after, key)) differs("removed", key);
    else if (stableJson(before[key]) !== stableJson(after[key])) differs("changed", key);
  }
}
