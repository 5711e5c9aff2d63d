import { readdirSync, readFileSync } from "node:fs";
import { sha256 } from "../util/index.ts";

/** Identifies the code that parses and checks files: what it made is good for as long as nobody changed it. */
export function codeHash(): string {
  const filesIn = (folder: URL, isMeant: (name: string) => boolean): URL[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && isMeant(entry.name))
      .map((entry) => new URL(entry.name, folder));
  const files = [
    // It has the exact versions of the parser and the checker.
    new URL("../../package.json", import.meta.url),
    ...filesIn(new URL("../schema/", import.meta.url), () => true),
    ...filesIn(new URL("../load/", import.meta.url), (name) => /^(?:parse-text|yaml|validate)\./.test(name)),
  ].toSorted((a, b) => (a.href < b.href ? -1 : 1));
  return sha256(files.map((file) => sha256(readFileSync(file))).join("\n"));
}
