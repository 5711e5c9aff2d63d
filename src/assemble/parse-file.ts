import { type Entries, type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import { assembleFinding } from "./messages.ts";
import { parseJsonLines } from "./parse-json-lines.ts";
import { runSteps, type StepContext, type StepResult, type Subject } from "./run-steps.ts";
import { renderIndex } from "./render-index.ts";

/** What the steps of a file source start from; or why there is nothing. */
export type Parsed = { kind: "text"; subject: Subject } | Exclude<StepResult, { kind: "text" }>;

/** Turns files that are lists (memory entries, JSON lines, an index of folders) into text; others stay files. */
export function parseFile(
  source: FileSource,
  subject: Subject,
  scenario: Scenario,
  context: StepContext,
): Parsed {
  if (source.kind === "index") return textOf(renderIndex(source, scenario, context.facts));
  const { entries, jsonLines } = source;
  if (entries === undefined && jsonLines === undefined) return { kind: "text", subject };
  const read = runSteps([], subject, context);
  if (read.kind !== "text") return read;
  if (entries !== undefined) return parseEntries(entries, read.text, context);
  return textOf(parseJsonLines(read.text, jsonLines!, context.facts));
}

function textOf(text: string): Parsed {
  return { kind: "text", subject: { text } };
}

/** Memory entries, each through its own steps; equal ones once. The header counts what the store holds. */
function parseEntries(entries: Entries, text: string, context: StepContext): Parsed {
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
  if (shown.length === 0) return textOf("");
  const body = shown.join(entries.split);
  if (entries.header === undefined) return textOf(body);
  const used = [...kept.join(entries.split)].length;
  const limit = entries.limit ?? 0;
  const values: Record<string, number> = {
    ...{ used, limit, count: kept.length },
    percent: limit === 0 ? 0 : Math.min(100, Math.floor((used * 100) / limit)),
  };
  return textOf(`${fillPlaceholders(entries.header, (name) => values[name]?.toString())}\n${body}`);
}
