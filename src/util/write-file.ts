import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes a file whole or not at all: a temporary file beside it, then a rename. A file that already
 * holds these bytes is left alone, its time stamp too. Returns whether anything was written. `mode` is that of a new
 * file; the umask may take bits of it away.
 */
export function writeFileAtomic(file: string, content: string | Uint8Array, mode = 0o666): boolean {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  if (holds(file, bytes)) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, bytes, { mode });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return true;
}

/** As {@link writeFileAtomic}, from parts that never are in memory together. Always writes. */
export function writePartsAtomic(file: string, parts: Iterable<string>): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, "");
    for (const part of parts) appendFileSync(temporary, part);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function holds(file: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}
