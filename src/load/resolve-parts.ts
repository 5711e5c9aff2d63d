import type { WrittenStack, WrittenVariable } from "../schema/index.ts";
import { nearest } from "../util/index.ts";
import { listFacts, textFacts } from "./facts.ts";
import { loadFinding } from "./messages.ts";
import { findPlaceholders } from "./placeholders.ts";
import type { Report } from "./layer-context.ts";
import type { Profile, Tier, Tool, Variable } from "./stack-types.ts";

const steadiness = ["build", "profile", "session", "turn"] as const satisfies Tier["promise"][];

/** Tiers with their defaults; a less steady tier before a steadier one would break the prefix for nothing. */
export function resolveTiers(written: WrittenStack, report: Report): Tier[] {
  const tiers = written.tiers.map(({ id, promise, cached }, index) => ({
    ...{ id, promise, index },
    cached: cached ?? promise !== "turn",
  }));
  tiers.forEach((tier, i) => {
    if (tier.cached && tier.promise === "turn") {
      report(["tiers", i], (place) => loadFinding("cached-turn", { tier: tier.id }, place));
    }
    const before = tiers[i - 1];
    if (before === undefined) return;
    const names = { tier: tier.id, before: before.id };
    if (steadiness.indexOf(tier.promise) < steadiness.indexOf(before.promise)) {
      report(["tiers", i], (place) => loadFinding("tier-order", names, place));
    }
    if (tier.cached && !before.cached) {
      report(["tiers", i], (place) => loadFinding("cached-after-uncached", names, place));
    }
  });
  return tiers;
}

/** Profiles with their tools in the stack's order, whatever the order they are written in. */
export function resolveProfiles(written: WrittenStack, report: Report): ReadonlyMap<string, Profile> {
  const all: Tool[] = Object.entries(written.tools).map(([name, tool]) => ({ name, ...tool }));
  const profiles = Object.entries(written.profiles).map(([id, { tools, ...rest }]): Profile => {
    const named = tools === "all" ? all.map((tool) => tool.name) : tools;
    named.forEach((name, i) => {
      if (Object.hasOwn(written.tools, name)) return;
      const near = nearest(name, Object.keys(written.tools));
      report(["profiles", id, "tools", i], (place) => loadFinding("unknown-tool", { name, near }, place));
    });
    checkProfile(id, rest, written, report);
    const offered = all.filter(({ name }) => named.includes(name) && !rest.denied.includes(name));
    const profile = { id, ...rest, tools: offered };
    const mutating = profile.tools.filter((tool) => tool.mutates).map((tool) => tool.name);
    if (profile.readOnly && mutating.length > 0) {
      const args = { profile: id, tools: mutating };
      report(["profiles", id], (place) => loadFinding("read-only-mutates", args, place));
    }
    return profile;
  });
  return new Map(profiles.map((profile) => [profile.id, profile]));
}

function checkProfile(
  id: string,
  profile: Omit<WrittenStack["profiles"][string], "tools">,
  written: WrittenStack,
  report: Report,
): void {
  const { caller, mode, contract, denied } = profile;
  const at = ["profiles", id];
  if (written.callers !== undefined && caller !== undefined) {
    const modes = Object.hasOwn(written.callers, caller) ? written.callers[caller] : undefined;
    if (modes === undefined) {
      const near = nearest(caller, Object.keys(written.callers));
      report([...at, "caller"], (place) => loadFinding("unknown-caller", { name: caller, near }, place));
    } else if (!modes.includes(mode ?? "")) {
      const args = { caller, mode: mode ?? "none", modes };
      report([...at, "mode"], (place) => loadFinding("impossible-mode", args, place));
    }
  }
  if (contract !== undefined && !Object.hasOwn(written.contracts, contract)) {
    const near = nearest(contract, Object.keys(written.contracts));
    report([...at, "contract"], (place) => loadFinding("unknown-contract", { name: contract, near }, place));
  }
  denied.forEach((name, i) => {
    if (Object.hasOwn(written.tools, name)) return;
    const near = nearest(name, Object.keys(written.tools));
    report([...at, "denied", i], (place) => loadFinding("unknown-tool", { name, near }, place));
  });
}

/** A variable's resolved form. */
export function resolveVariable(written: WrittenVariable): Variable {
  if (written.text !== undefined) return { kind: "text", text: written.text };
  if (written.switch !== undefined) return { kind: "switch", on: written.switch, cases: written.cases ?? {} };
  return {
    kind: "join",
    list: written.join!,
    separator: written.separator ?? ", ",
    empty: written.empty ?? "",
  };
}

/** Facts that variables name must exist. */
export function checkVariables(written: WrittenStack, report: Report): void {
  const inputs = Object.entries(written.inputs);
  const texts = [...textFacts, ...inputs.filter(([, input]) => input.type === "text").map(([name]) => name)];
  const lists = [...listFacts, ...inputs.filter(([, input]) => input.type === "list").map(([name]) => name)];
  for (const [id, variable] of Object.entries(written.vars)) {
    const check = (name: string, known: string[], ...key: string[]): void => {
      if (known.includes(name)) return;
      report(["vars", id, ...key], (place) =>
        loadFinding("unknown-fact", { name, near: nearest(name, known) }, place),
      );
    };
    if (variable.switch !== undefined) check(variable.switch, texts, "switch");
    if (variable.join !== undefined) check(variable.join, lists, "join");
    for (const [value, text] of Object.entries(variable.cases ?? {})) {
      for (const { name } of findPlaceholders(text).placeholders) check(name, texts, "cases", value);
    }
  }
}
