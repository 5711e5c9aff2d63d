import { quote, quoteAll } from "../quote.ts";
import type { Assertion, Verdict } from "../types.ts";
import type { AgentRun, Flag } from "./types.ts";

/** How the files of a workspace stand after a run; `not` turns a verdict around where there is one. */
export interface FileQuestion {
  run: AgentRun;
  not: boolean;
}

export function filesExist(paths: readonly string[], { run, not }: FileQuestion): Verdict {
  return everyFile(paths, not, (path) => [
    run.after(path) !== undefined,
    `${quote(path)} is there`,
    `${quote(path)} is not there`,
  ]);
}

export function filesAbsent(paths: readonly string[], { run, not }: FileQuestion): Verdict {
  return filesExist(paths, { run, not: !not });
}

/** A file that is not there fails both ways: a misspelt path must not read as "lacks it". */
export function fileContains(
  { path, text }: { path: string; text: string | string[] },
  { run, not }: FileQuestion,
): Verdict {
  const found = run.after(path);
  if (found === undefined) return { pass: false, reason: `${quote(path)} is not there` };
  const [present, missing] = [true, false].map((there) =>
    [text].flat().filter((one) => found.includes(one) === there),
  ) as [string[], string[]];
  const wrong = not ? present : missing;
  const does = (contains: boolean) => (contains ? "contains" : "does not contain");
  return wrong.length > 0
    ? { pass: false, reason: `${quote(path)} ${does(not)} ${quoteAll(wrong)}` }
    : { pass: true, reason: `${quote(path)} ${does(!not)} ${quoteAll(not ? missing : present)}` };
}

/** A file that was there neither before nor after fails both ways. */
export function filesUnchanged(paths: readonly string[], { run, not }: FileQuestion): Verdict {
  const never = paths.filter((path) => run.before(path) === undefined && run.after(path) === undefined);
  if (never.length > 0) return { pass: false, reason: `never there: ${quoteAll(never)}` };
  return everyFile(paths, not, (path) => [
    run.before(path) === run.after(path),
    `${quote(path)} is as it was`,
    changeWords(path, run),
  ]);
}

function changeWords(path: string, { before, after }: AgentRun): string {
  if (before(path) === undefined) return `${quote(path)} is new`;
  return `${quote(path)} was ${after(path) === undefined ? "removed" : "changed"}`;
}

/** Passes when none of the flags was raised. */
export function noFlags(names: readonly string[], flags: readonly Flag[]): Verdict {
  const raised = flags.filter(({ flag }) => names.includes(flag));
  return raised.length === 0
    ? { pass: true, reason: `no ${names.join(", no ")}` }
    : { pass: false, reason: raised.map(({ flag, reason }) => `${flag}: ${reason}`).join("; ") };
}

function everyFile(
  paths: readonly string[],
  not: boolean,
  ask: (path: string) => [holds: boolean, yes: string, no: string],
): Verdict {
  const answers = paths.map((path) => ask(path));
  const wrong = answers.filter(([holds]) => holds === not);
  const shown = wrong.length > 0 ? wrong : answers;
  return {
    pass: wrong.length === 0,
    reason: shown.map(([holds, yes, no]) => (holds ? yes : no)).join("; "),
  };
}

/** The files that assertions of a case ask about. */
export function workspaceFiles(assertions: readonly Assertion[]): string[] {
  return assertions.flatMap(({ type, value }) => {
    if (!/^(?:not-)?strata:file-/.test(type)) return [];
    const named = typeof value === "object" && value !== null && "path" in value ? value.path : value;
    return [named].flat().filter((path) => typeof path === "string");
  });
}
