import { type Case, entryText, type Scenario } from "../load/index.ts";
import type { ToolCall } from "../model/index.ts";
import {
  type Assertion,
  inspectRun,
  playRun,
  scriptedResult,
  type Subject,
  type ToolCallMade,
  workspaceFiles,
} from "../score/index.ts";
import { sha256 } from "../util/index.ts";
import type { PlannedTrial, Workspace } from "./types.ts";

/** What an agent did in a trial and what was wrong with it; undefined where the case has no tools. */
export function inspectTrial(
  { case: item, assembly, workspace }: PlannedTrial,
  made: readonly ToolCall[] | undefined,
  output: string,
): Subject["agent"] {
  if (workspace === undefined) return undefined;
  const run = playRun(callsOf(item, made ?? []), workspace.read, workspace.root);
  const mutating = assembly.tools.filter(({ mutates }) => mutates).map(({ name }) => name);
  const offered = (item.tools?.definitions ?? assembly.tools).map(({ name }) => name);
  return { run, flags: inspectRun(run, { rules: item.agent, offered, mutating, output }) };
}

function callsOf({ tools, toolLog }: Case, made: readonly ToolCall[]): ToolCallMade[] {
  if (toolLog !== undefined) return toolLog.map((call) => ({ ...call, scripted: call }));
  return made.map((call) => ({ ...call, scripted: scriptedResult(call, tools?.results ?? []) ?? {} }));
}

/** The workspace of a scenario, for a case with tools. What is no text there is no file for an assertion. */
export function workspaceOf({ tools, toolLog }: Case, { world }: Scenario): Workspace | undefined {
  if (tools === undefined && toolLog === undefined) return undefined;
  const root = world.roots.workspace;
  return {
    root,
    read(path) {
      const entry = world.lookup(path.startsWith("/") ? path : `${root}/${path}`);
      const text = entry.kind === "file" ? entryText(entry) : undefined;
      return text?.kind === "text" ? text.text : undefined;
    },
  };
}

/** What decides the verdict of an agent's run beside its assertions; undefined where there is none. */
export function agentKey(
  item: Case,
  assertions: readonly Assertion[],
  workspace: Workspace | undefined,
): object | undefined {
  if (workspace === undefined) return undefined;
  const files = workspaceFiles(assertions).map((path) => [path, sha256(workspace.read(path) ?? "\0")]);
  return {
    rules: item.agent ?? null,
    log: item.toolLog ?? null,
    results: item.tools?.results ?? null,
    files,
  };
}
