import { readdirSync, readFileSync } from "node:fs";
import { sha256 } from "../util/index.ts";

/** Identifies the code that reads and checks files: what it made is good for as long as nobody changed it. */
export function codeHash(): string {
  const packageFile = new URL("../../package.json", import.meta.url);
  const files = ["../load/", "../schema/"].flatMap((name) => {
    const folder = new URL(name, import.meta.url);
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => new URL(entry.name, folder))
      .toSorted((a, b) => (a.href < b.href ? -1 : 1));
  });
  // The package file has the exact versions of the parser and the checker.
  return sha256([packageFile, ...files].map((file) => sha256(readFileSync(file))).join("\n"));
}
