import type { WrittenSelector } from "../schema/index.ts";
import type { Profile, Selector } from "./stack-types.ts";

/** What selectors look at beyond the profile. `input` is a scenario's value. */
export interface SelectorFacts {
  model: string;
  input(name: string): unknown;
}

/** Makes every key of a selector a list. */
export function resolveSelector(written: WrittenSelector): Selector {
  const { modelSetting, input, ...names } = written;
  const lists = Object.entries(names).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(lists.map(([key, value]) => [key, [value].flat()])),
    ...(modelSetting === undefined ? {} : { modelSetting }),
    ...(input === undefined ? {} : { input: mapValues(input, (value) => [value].flat()) }),
  };
}

/**
 * Whether a profile can select a layer at all, whatever the model, its tools' gate or the scenario's inputs are: keys
 * that they decide are taken to hold for `when`, and an `unless` that has one is taken not to hold.
 */
export function isSelectable(
  { when, unless }: { when: Selector; unless: Selector },
  profile: Profile,
): boolean {
  return (
    matchesProfile(when, profile) && (isEmpty(unless) || isGated(unless) || !matchesProfile(unless, profile))
  );
}

/** Whether a layer with these selectors is in the prompt of a profile. */
export function isSelected(
  when: Selector,
  unless: Selector,
  profile: Profile,
  facts: SelectorFacts,
): boolean {
  return matches(when, profile, facts) && (isEmpty(unless) || !matches(unless, profile, facts));
}

function isEmpty(selector: Selector): boolean {
  return Object.keys(selector).length === 0;
}

function isGated({ model, modelSetting, input }: Selector): boolean {
  return model !== undefined || modelSetting !== undefined || input !== undefined;
}

function matches(selector: Selector, profile: Profile, facts: SelectorFacts): boolean {
  return (
    matchesProfile(selector, profile) &&
    (selector.model?.some((part) => facts.model.includes(part)) ?? true) &&
    matchesSetting(selector.modelSetting, facts) &&
    (selector.input === undefined ||
      Object.entries(selector.input).every(([name, values]) => values.includes(String(facts.input(name)))))
  );
}

function matchesProfile(selector: Selector, profile: Profile): boolean {
  return (
    (selector.profile?.includes(profile.id) ?? true) &&
    (selector.mode?.includes(profile.mode ?? "") ?? true) &&
    (selector.caller?.includes(profile.caller ?? "") ?? true) &&
    (selector.platform?.includes(profile.platform ?? "") ?? true) &&
    (selector.flag === undefined || hasFlag(profile, selector.flag)) &&
    (selector.tool === undefined || hasTool(profile, selector.tool))
  );
}

function hasFlag({ flags }: Profile, wanted: readonly string[]): boolean {
  return wanted.some((flag) => flags.includes(flag));
}

function hasTool({ tools }: Profile, wanted: readonly string[]): boolean {
  return tools.some(({ name }) => wanted.includes(name));
}

/** A list names model parts; true and false decide alone; anything else means auto. */
function matchesSetting(setting: Selector["modelSetting"], facts: SelectorFacts): boolean {
  if (setting === undefined) return true;
  const value = facts.input(setting.input);
  if (typeof value === "boolean") return value;
  const parts = Array.isArray(value) ? value.map(String) : setting.auto;
  const model = facts.model.toLowerCase();
  return parts.some((part) => model.includes(part.toLowerCase()));
}

function mapValues<V, W>(values: Record<string, V>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
