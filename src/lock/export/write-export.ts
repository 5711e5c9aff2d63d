import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { schemaOf } from "../../schema/index.ts";
import { UserError } from "../../util/index.ts";
import { ownFiles } from "./create-export.ts";
import { exportFinding } from "./messages.ts";

/**
 * Puts an export in place as a whole: it is written beside the folder, which is then exchanged by two renames. An
 * earlier export there goes with all its files; a folder that holds anything else is refused. An export that says the
 * same is left alone, time stamps too. Returns whether anything was written.
 */
export function writeExport(folder: string, files: ReadonlyMap<string, string>): boolean {
  // Through a link, the folder behind it is exchanged and the link stays.
  const out = existsSync(folder) ? realpathSync(folder) : folder;
  const present = listFiles(out);
  refuseForeign(out, present);
  if (
    present.length === files.size &&
    [...files].every(([file, text]) => holds(path.join(out, file), text))
  ) {
    return false;
  }
  mkdirSync(path.dirname(out), { recursive: true });
  const beside = mkdtempSync(path.join(path.dirname(out), `.${path.basename(out)}.`));
  try {
    const fresh = path.join(beside, "new");
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(fresh, file)), { recursive: true });
      writeFileSync(path.join(fresh, file), text);
    }
    exchange(out, fresh, path.join(beside, "old"));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return true;
}

function exchange(out: string, fresh: string, old: string): void {
  try {
    if (existsSync(out)) renameSync(out, old);
    renameSync(fresh, out);
  } catch (error) {
    if (existsSync(old)) renameSync(old, out);
    const { code = "error" } = error as NodeJS.ErrnoException;
    throw new UserError([exportFinding("cannot-replace", { path: out, code })]);
  }
}

/** Files below a folder, as POSIX paths; none where there is no folder. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .toSorted();
}

/** Only what the manifest of an earlier export names may go. */
function refuseForeign(out: string, present: readonly string[]): void {
  if (present.length === 0) return;
  const manifest = present.includes("manifest.json")
    ? parseManifest(path.join(out, "manifest.json"))
    : undefined;
  if (manifest === "newer") throw new UserError([exportFinding("newer-export", { path: out })]);
  const ours = new Set<string>(manifest === undefined ? [] : [...ownFiles, ...Object.keys(manifest.files)]);
  const foreign = present.filter((file) => !ours.has(file));
  if (foreign.length > 0) throw new UserError([exportFinding("not-an-export", { path: out, foreign })]);
}

function parseManifest(file: string) {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    const { data } = schemaOf("manifest").safeParse(value);
    if (data !== undefined) return data;
    const format = (value as { export?: unknown } | null)?.export;
    return typeof format === "number" && format > 1 ? ("newer" as const) : undefined;
  } catch {
    return undefined;
  }
}

function holds(file: string, text: string): boolean {
  try {
    return readFileSync(file).equals(Buffer.from(text, "utf8"));
  } catch {
    return false;
  }
}
