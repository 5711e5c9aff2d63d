import { runOnObjects } from "./git.ts";

/** Contents by object id, from one process. An object that the clone does not hold is left out. */
export function readBlobs(gitDir: string, ids: readonly string[]): Map<string, Uint8Array> {
  const output = runOnObjects(gitDir, ["cat-file", "--batch"], `${ids.join("\n")}\n`);
  const blobs = new Map<string, Uint8Array>();
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(0x0a, at);
    const [id = "", type = "", size] = output.toString("utf8", at, end).split(" ");
    at = end + 1;
    if (type === "missing") continue;
    const length = Number(size);
    blobs.set(id, output.subarray(at, at + length));
    at += length + 1; // a line end follows the bytes
  }
  return blobs;
}

/** One file of a commit, links followed inside the commit; undefined when there is none. */
export function readFileAt(gitDir: string, commit: string, path: string): Uint8Array | undefined {
  // A path with a line end would be two questions.
  if (path.includes("\n")) return undefined;
  const output = runOnObjects(gitDir, ["cat-file", "--batch", "--follow-symlinks"], `${commit}:${path}\n`);
  const end = output.indexOf(0x0a);
  const [, size] = / blob (\d+)$/.exec(output.toString("utf8", 0, Math.max(end, 0))) ?? [];
  return size === undefined ? undefined : output.subarray(end + 1, end + 1 + Number(size));
}
