import { type Entries, type FileSource, fillPlaceholders, type Scenario, type Step } from "../load/index.ts";
import { assembleFinding } from "./messages.ts";
import { parseJsonLines } from "./parse-json-lines.ts";
import { runSteps, type StepContext, type StepResult, type Subject } from "./run-steps.ts";
import { renderIndex } from "./render-index.ts";

/** What a file source's steps start from, those that are left to run, and a line above what they make of it; or why there is nothing. */
export type Parsed =
  | { kind: "text"; subject: Subject; steps: readonly Step[]; header?: string }
  | Exclude<StepResult, { kind: "text" }>;

/** Turns files that are lists (memory entries, JSON lines, an index of folders) into text; others stay files. */
export function parseFile(
  source: FileSource,
  subject: Subject,
  scenario: Scenario,
  context: StepContext,
): Parsed {
  const { entries, jsonLines, steps } = source;
  if (source.kind === "index") {
    return { kind: "text", subject: { text: renderIndex(source, scenario, context.facts) }, steps };
  }
  if (entries === undefined && jsonLines === undefined) return { kind: "text", subject, steps };
  // Guards that come first look at the file itself, which a list of its entries no longer is.
  const other = steps.findIndex(({ kind }) => kind !== "guard");
  const guards = other < 0 ? steps : steps.slice(0, other);
  const read = runSteps(guards, subject, context);
  if (read.kind !== "text") return read;
  const { text, header } =
    entries !== undefined
      ? parseEntries(entries, read.text, context)
      : { text: parseJsonLines(read.text, jsonLines!, context.facts), header: undefined };
  return {
    ...{ kind: "text", subject: { text }, steps: steps.slice(guards.length) },
    ...(header === undefined ? {} : { header }),
  };
}

/** Memory entries, each through its own steps; equal ones once. The header counts what the store holds. */
function parseEntries(
  entries: Entries,
  text: string,
  context: StepContext,
): { text: string; header: string | undefined } {
  const all = text
    .split(entries.split)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const kept = entries.dedupe ? [...new Set(all)] : all;
  const shown: string[] = [];
  for (const entry of kept) {
    const result = runSteps(entries.steps, { text: entry }, context);
    if (result.kind === "text") shown.push(result.text);
    else if (result.kind === "failed") {
      context.diagnostics.push(
        assembleFinding(
          "guard-failed",
          { path: context.path, reason: result.reason },
          { layer: context.layer },
        ),
      );
    }
  }
  if (shown.length === 0 || entries.header === undefined) {
    return { text: shown.join(entries.split), header: undefined };
  }
  const used = [...kept.join(entries.split)].length;
  const limit = entries.limit ?? 0;
  const values: Record<string, number> = {
    ...{ used, limit, count: kept.length },
    percent: limit === 0 ? 0 : Math.min(100, Math.floor((used * 100) / limit)),
  };
  const header = fillPlaceholders(entries.header, (name) => values[name]?.toString());
  return { text: shown.join(entries.split), header };
}
