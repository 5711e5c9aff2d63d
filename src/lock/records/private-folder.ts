import { chmodSync, mkdirSync, statSync } from "node:fs";

/** Makes a folder that only its owner may enter, and takes the others' rights away where it is there already. */
export function makePrivateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}
