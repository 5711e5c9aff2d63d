import { closeSync, fchmodSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { UserError } from "../../util/index.ts";
import { recordFinding } from "./messages.ts";

const maxAttempts = 5;

/**
 * Appends one line to a file that other processes append to at the same time. A line is one write with O_APPEND, which
 * local file systems keep whole. Whatever else may happen is seen by looking: where a writer was killed in the middle
 * of its line, or the disk was full in the middle of ours, the line does not stand on its own and is written again.
 */
export function appendLine(file: string, line: string): void {
  const descriptor = openSync(file, "a+", 0o600);
  try {
    const status = fstatSync(descriptor);
    if (status.isFile() && (status.mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
    const bytes = Buffer.from(`${line}\n`, "utf8");
    for (let attempt = 0; attempt < maxAttempts; attempt++) if (tryAppend(descriptor, bytes)) return;
  } finally {
    closeSync(descriptor);
  }
  throw new UserError([recordFinding("not-appended", { attempts: maxAttempts }, { file })]);
}

/** Whether the line stands in the file on its own after this write. */
function tryAppend(descriptor: number, line: Buffer): boolean {
  const { size } = fstatSync(descriptor);
  // Another's line that is being written looks torn too: then a blank line comes between, which readers skip.
  const isFresh = size === 0 || readRange(descriptor, size - 1, size)[0] === newline;
  writeSync(descriptor, isFresh ? line : Buffer.concat([Buffer.of(newline), line]));
  // From the byte before the old end: what others wrote meanwhile may stand before ours.
  const from = Math.max(0, size - 1);
  const after = readRange(descriptor, from, fstatSync(descriptor).size);
  for (let at = after.indexOf(line); at >= 0; at = after.indexOf(line, at + 1)) {
    if (at === 0 ? from === 0 : after[at - 1] === newline) return true;
  }
  return false;
}

const newline = 0x0a;

function readRange(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let read = 0;
  while (read < bytes.length) {
    const more = readSync(descriptor, bytes, read, bytes.length - read, from + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}
