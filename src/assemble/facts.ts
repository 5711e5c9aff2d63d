import type { ListFact, Scenario, Profile, Stack, TextFact, Variable } from "../load/index.ts";
import { fillPlaceholders } from "../load/index.ts";
import type { WrittenModel } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import { assembleFinding } from "./messages.ts";

/** Everything a template or path may ask for in one combination. */
export interface Facts {
  text(name: string): string | undefined;
  /** A scenario's value for an input of the stack, or its default. */
  input(name: string): unknown;
  /** Context window of the model assembled for, in tokens; null when it has none. */
  window: number | null;
  diagnostics: Finding[];
}

export interface Combination {
  stack: Stack;
  profile: Profile;
  /** Assembled for. */
  model: WrittenModel;
  scenario: Scenario;
}

/** Facts, then the stack's inputs, then its variables; a name is looked up in that order and worked out once. */
export function createFacts(combination: Combination): Facts {
  const { stack, scenario } = combination;
  const base: Record<string, string> = textFactsOf(combination);
  const lists: Record<string, readonly string[]> = listFactsOf(combination);
  const diagnostics: Finding[] = [];
  const made = new Map<string, string>();

  function input(name: string): unknown {
    const declared = stack.inputs.get(name);
    if (declared === undefined) return undefined;
    return Object.hasOwn(scenario.values, name) ? scenario.values[name] : declared.default;
  }
  function fact(name: string): string | undefined {
    if (Object.hasOwn(base, name)) return base[name];
    const value = input(name);
    return typeof value === "string" ? value : undefined;
  }
  function make(name: string, variable: Variable): string {
    if (variable.kind === "text") return variable.text;
    if (variable.kind === "join") {
      const items = lists[variable.list] ?? ((input(variable.list) ?? []) as readonly string[]);
      return items.length === 0 ? variable.empty : items.join(variable.separator);
    }
    const value = fact(variable.on) ?? "";
    const text = Object.hasOwn(variable.cases, value) ? variable.cases[value] : variable.cases["else"];
    if (text === undefined) {
      const args = { variable: name, fact: variable.on, value };
      const place = { file: stack.file, line: stack.lineAt(["vars", name]) };
      diagnostics.push(assembleFinding("no-case", args, place));
    }
    return fillPlaceholders(text ?? "", fact);
  }
  function text(name: string): string | undefined {
    const variable = stack.vars.get(name);
    if (variable === undefined) return fact(name);
    let value = made.get(name);
    if (value === undefined) made.set(name, (value = make(name, variable)));
    return value;
  }
  return { text, input, diagnostics, window: combination.model.window };
}

function textFactsOf({ stack, profile, model, scenario }: Combination): Record<TextFact, string> {
  const { git, world } = scenario;
  const { workspace, home, managed } = world.roots;
  return {
    stack: stack.id,
    variant: stack.variant,
    profile: profile.id,
    mode: profile.mode ?? "",
    caller: profile.caller ?? "",
    platform: profile.platform ?? "",
    model: model.id,
    window: model.window === null ? "no token limit" : `${model.window} tokens`,
    capabilities: model.capabilities.length === 0 ? "none" : model.capabilities.join(", "),
    os: scenario.os,
    shell: scenario.shell,
    cwd: scenario.cwd,
    ...{ workspace, home, managed },
    workspace_name: workspace.slice(workspace.lastIndexOf("/") + 1),
    // The date on the wall of the scenario's own clock: a conversion would need a time zone.
    date: scenario.clock.slice(0, 10),
    clock: scenario.clock,
    utc_offset: scenario.clock.endsWith("Z") ? "+00:00" : scenario.clock.slice(-6),
    git_root: git === "none" ? "" : git.root,
    git_state: git === "none" ? "none" : git.dirty === 0 ? "clean" : "dirty",
    git_branch: git === "none" ? "" : git.branch,
    git_dirty: git === "none" ? "0" : String(git.dirty),
  };
}

function listFactsOf({ profile }: Combination): Record<ListFact, string[]> {
  return { tools: profile.tools.map((tool) => tool.name) };
}
