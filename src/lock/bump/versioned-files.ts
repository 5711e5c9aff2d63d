import type { Prompts } from "../../load/index.ts";
import type { Lock, LockedLayer } from "../../schema/index.ts";
import { type UsedFile, usedFiles } from "../lock-file/layer-files.ts";

/** A lock that versions are compared with. */
export interface Base {
  lock: Lock;
  /** What findings call it. */
  name: string;
}

/** A layer file, and what the base knows of it. */
export interface VersionedFile extends UsedFile {
  stack: string;
  /** `stack/layer`. */
  name: string;
  /** undefined for a new file. */
  before: LockedLayer | undefined;
  /** Whether its text differs from the base. */
  textChanged: boolean;
  /** Whether the stack treats its layers in another way than in the base. */
  settingsChanged: boolean;
}

/** Every layer file of the prompts beside its entry in the base; a file that moved keeps its entry. */
export function versionedFiles(prompts: Prompts, now: Lock, { lock: base }: Base): VersionedFile[] {
  return [...prompts.stacks].flatMap(([stack, variants]) => {
    const used = usedFiles(variants.values());
    const before = base.stacks[stack]?.layers ?? {};
    const gone = Object.entries(before).filter(([key]) => !used.has(key));
    return [...used].map(([key, file]) => {
      const layer = file.layers.join(", ");
      const moved = gone.filter(([, entry]) => entry.layer === layer);
      const known = before[key] ?? (moved.length === 1 ? moved[0]![1] : undefined);
      return {
        ...{ ...file, stack, name: `${stack}/${layer}`, before: known },
        textChanged: known !== undefined && known.sourceHash !== file.file.sourceHash,
        settingsChanged: file.layers.some((id) => differ(stack, id, base, now)),
      };
    });
  });
}

/** Whether a layer's settings, or the variables that a template may use, differ in a variant that both have. */
function differ(stack: string, layer: string, before: Lock, after: Lock): boolean {
  const [old, now] = [before.stacks[stack]?.variants ?? {}, after.stacks[stack]?.variants ?? {}];
  return Object.entries(now).some(([variant, { settings }]) => {
    const known = old[variant]?.settings;
    return known !== undefined && [`layers.${layer}`, "vars"].some((key) => known[key] !== settings[key]);
  });
}

/** Files whose version is written at one place, such as the `version:` of a layer of files that are read raw. */
export function byVersionPlace(files: readonly VersionedFile[]): VersionedFile[][] {
  return [...Map.groupBy(files, ({ versionAt }) => JSON.stringify(versionAt)).values()];
}
