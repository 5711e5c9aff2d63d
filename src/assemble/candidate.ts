import { type Entry, entryText, type Scenario } from "../load/index.ts";
import { reasons } from "./messages.ts";
import { fileUse } from "./source-path.ts";
import type { SourceUse } from "./types.ts";

/** A file to take, or one that is only recorded. */
export type Candidate =
  | {
      path: string;
      /** Stands for the file's text when only a part of it is sent. */
      text?: string;
      heading?: string;
      /** Further values for headings, such as {{name}}. */
      values?: Record<string, string>;
      /** Where it differs from the source's. */
      scope?: string;
      /** Why a file that could be taken is only recorded. */
      shadowed?: string;
    }
  | {
      use: SourceUse;
      /** The file breaks a rule of the stack: the assembly fails. */
      invalid?: true;
    };

/** The first path that exists; the others are recorded. */
export function firstOf(paths: readonly string[], scope: string, { world }: Scenario): Candidate[] {
  const found = paths.findIndex((path) => world.lookup(path).kind !== "missing");
  return paths.map((path, i) => {
    // Absent files are taken too, so that one place records why they are not there.
    if (found < 0 || i <= found) return { path };
    const use = fileUse(path, scope, world.lookup(path), world);
    if (use.bytes === undefined) return { path };
    const first = fileUse(paths[found]!, scope, world.lookup(paths[found]!), world).path;
    return { use: { ...use, status: "shadowed", reason: reasons.shadowed(first) } };
  });
}

/** The canonical text of a file that has one. */
export function textOf(entry: Entry): string | undefined {
  if (entry.kind !== "file") return undefined;
  const content = entryText(entry);
  return content.kind === "text" ? content.text : undefined;
}
