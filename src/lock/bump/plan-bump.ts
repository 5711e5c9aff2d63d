import { type Finding, nearest, suggestion, UserError } from "../../util/index.ts";
import type { VersionPlace } from "../lock-file/layer-files.ts";
import { lockFinding } from "../lock-file/messages.ts";
import { type Bump, higherVersion, raiseVersion } from "./version.ts";
import { byVersionPlace, type VersionedFile } from "./versioned-files.ts";

/** A version that is to be written. */
export interface VersionEdit {
  at: VersionPlace;
  /** `stack/layer`. */
  name: string;
  from: string;
  to: string;
  /** Paths of the layer files that bear it. */
  files: string[];
}

/**
 * The edits that raise the versions of all changed layers, or of those named: `stack/layer`, a layer's id, or a file's
 * path below the root. A version is raised from what it was in the base, so doing it again changes nothing, and a
 * higher bump takes the place of a lower one. New layers have no version to raise.
 */
export function planBump(
  files: readonly VersionedFile[],
  bump: Bump,
  names: readonly string[],
  base: string,
): VersionEdit[] {
  const wanted =
    names.length === 0 ? files.filter(({ textChanged }) => textChanged) : named(files, names, base);
  return byVersionPlace(files).flatMap((group) => {
    const raised = group.filter((file) => wanted.includes(file) && file.before !== undefined);
    if (raised.length === 0) return [];
    const [{ versionAt: at, name, file }] = group as [VersionedFile];
    const due = raised.map(({ before }) => raiseVersion(before!.version, bump)).reduce(higherVersion);
    const to = higherVersion(file.version, due);
    return to === file.version
      ? []
      : [{ at, name, from: file.version, to, files: group.map((one) => one.file.path) }];
  });
}

function named(files: readonly VersionedFile[], names: readonly string[], base: string): VersionedFile[] {
  const findings: Finding[] = [];
  const found = names.flatMap((name) => {
    const matching = files.filter((file) => namesOf(file).includes(name));
    if (matching.length === 0) {
      const near = suggestion(nearest(name, new Set(files.flatMap(namesOf))));
      findings.push(lockFinding("unknown-bump-layer", { name, near }));
    }
    const changed = matching.filter(
      ({ before, textChanged, settingsChanged }) => before === undefined || textChanged || settingsChanged,
    );
    if (matching.length > 0 && changed.length === 0)
      findings.push(lockFinding("nothing-to-bump", { layer: name, base }, { file: matching[0]!.file.path }));
    // Where the text of one file of a layer changed, its other files stay as they are.
    const texts = changed.filter(({ textChanged }) => textChanged);
    return texts.length > 0 ? texts : changed;
  });
  if (findings.length > 0) throw new UserError(findings);
  return found;
}

function namesOf({ stack, layers, file }: VersionedFile): string[] {
  return [file.path, ...layers, ...layers.map((layer) => `${stack}/${layer}`)];
}
