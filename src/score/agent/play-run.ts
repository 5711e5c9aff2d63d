import type { WrittenChange } from "../../schema/index.ts";
import type { AgentRun, FileChange, PlayedCall, ReadFile, ToolCallMade } from "./types.ts";

/** Applies what the calls of a run do to a copy of the workspace. `root` is its absolute path as the agent sees it. */
export function playRun(calls: readonly ToolCallMade[], before: ReadFile, root: string): AgentRun {
  const written = new Map<string, string | undefined>();
  const after: ReadFile = (path) => (written.has(path) ? written.get(path) : before(path));
  const played = calls.map((call, i): PlayedCall => {
    const changed: FileChange[] = [];
    for (const change of call.scripted.changes ?? []) {
      const made = changeOf(change, call.arguments, root);
      if (made === undefined) continue;
      const old = after(made.path);
      if (old === made.text) continue;
      changed.push({ path: made.path, before: old, after: made.text });
      written.set(made.path, made.text);
    }
    return { ...call, number: i + 1, changed };
  });
  return { calls: played, before, after };
}

/** undefined where the call lacks the argument that the change is made of. */
function changeOf(
  { path, pathArgument, text, textArgument, remove }: WrittenChange,
  given: unknown,
  root: string,
): { path: string; text: string | undefined } | undefined {
  const argument = (name: string | undefined) => textIn(given, name);
  const named = path ?? argument(pathArgument);
  if (named === undefined || named === "") return undefined;
  const at = workspacePath(named, root);
  if (remove) return { path: at, text: undefined };
  const made = text ?? argument(textArgument);
  return made === undefined ? undefined : { path: at, text: made };
}

function textIn(given: unknown, name: string | undefined): string | undefined {
  if (name === undefined || typeof given !== "object" || given === null) return undefined;
  const value: unknown = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Relative to the workspace where it lies inside; else absolute, so that no glob of the workspace takes it. */
export function workspacePath(path: string, root: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${root}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  const absolute = `/${parts.join("/")}`;
  return absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : absolute;
}
