import type { Finding } from "../../util/index.ts";
import { lockFinding } from "../lock-file/messages.ts";
import { compareVersions } from "./version.ts";
import { byVersionPlace, type VersionedFile } from "./versioned-files.ts";

/** Texts that changed under their old version, versions without a change, and versions that went back. */
export function checkVersions(files: readonly VersionedFile[], base: string): Finding[] {
  return byVersionPlace(files).flatMap((group) => {
    const isDue = group.some(
      ({ before, textChanged, settingsChanged }) => before === undefined || textChanged || settingsChanged,
    );
    return group.flatMap((one) => checkVersion(one, isDue, base));
  });
}

function checkVersion(
  { name, file, before, textChanged }: VersionedFile,
  isDue: boolean,
  base: string,
): Finding[] {
  if (before === undefined) return [];
  const { path, version } = file;
  const place = { file: path, layer: name };
  const order = compareVersions(version, before.version);
  const args = { layer: name, version, before: before.version, base };
  if (order < 0) return [lockFinding("version-went-back", args, place)];
  if (order === 0 && textChanged) return [lockFinding("unbumped-version", args, place)];
  if (order > 0 && !isDue) return [lockFinding("needless-bump", args, place)];
  return [];
}
