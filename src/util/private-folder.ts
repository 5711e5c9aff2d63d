import { chmodSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { writeFileAtomic } from "./write-file.ts";

/** Makes a folder that only its owner may enter, and takes the others' rights away where it is there already. */
export function makePrivateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

/** As {@link makePrivateFolder}; a new one says to git that nothing in it is to be committed, and is no change. */
export function makeHiddenFolder(dir: string): void {
  const isNew = mkdirSync(dir, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew) writeFileAtomic(path.join(dir, ".gitignore"), "*\n", 0o600);
  else makePrivateFolder(dir);
}
