import { chmodSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { writeFileAtomic } from "../../util/index.ts";

/** Writes files below a root, all or none: when one cannot be written, those before it get their old bytes back. */
export function writeTogether(root: string, files: ReadonlyMap<string, string>): void {
  const undo: (() => void)[] = [];
  try {
    for (const [name, text] of files) {
      const file = path.join(root, name);
      const old = readIfThere(file);
      writeFileAtomic(file, text);
      if (old === undefined) continue;
      const restore = () => {
        writeFileAtomic(file, old.bytes);
        chmodSync(file, old.mode);
      };
      undo.push(restore);
      // The file is a new one by this name, with the permissions that new files get.
      chmodSync(file, old.mode);
    }
  } catch (error) {
    for (const restore of undo) restore();
    throw error;
  }
}

function readIfThere(file: string): { bytes: Uint8Array; mode: number } | undefined {
  try {
    return { bytes: readFileSync(file), mode: statSync(file).mode & 0o777 };
  } catch {
    return undefined;
  }
}
