import type { WrittenSelector } from "../schema/index.ts";
import type { Profile, Selector } from "./stack-types.ts";

/** Makes every key of a selector a list. */
export function resolveSelector(written: WrittenSelector): Selector {
  const entries = Object.entries(written).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === "string" ? [value] : value]));
}

/**
 * Whether a profile can select a layer at all: keys that the model decides are taken to hold for `when`
 * and not to hold for `unless`, so that the answer is the same for every model.
 */
export function matchesProfile(when: Selector, unless: Selector, profile: Profile): boolean {
  const { model: _when, ...whenRest } = when;
  if (!matches(whenRest, profile, "")) return false;
  return Object.keys(unless).length === 0 || unless.model !== undefined || !matches(unless, profile, "");
}

/** {@link matchesProfile} for a resolved layer. */
export function isSelectable(layer: { when: Selector; unless: Selector }, profile: Profile): boolean {
  return matchesProfile(layer.when, layer.unless, profile);
}

/** Whether a layer with these selectors is in the prompt of a profile assembled for a model. */
export function isSelected(when: Selector, unless: Selector, profile: Profile, model: string): boolean {
  return matches(when, profile, model) && (Object.keys(unless).length === 0 || !matches(unless, profile, model));
}

function matches(selector: Selector, profile: Profile, model: string): boolean {
  const { flags, tools } = profile;
  return (
    (selector.profile?.includes(profile.id) ?? true) &&
    (selector.mode?.includes(profile.mode ?? "") ?? true) &&
    (selector.caller?.includes(profile.caller ?? "") ?? true) &&
    (selector.platform?.includes(profile.platform ?? "") ?? true) &&
    (selector.flag?.some((flag) => flags.includes(flag)) ?? true) &&
    (selector.tool?.some((name) => tools.some((tool) => tool.name === name)) ?? true) &&
    (selector.model?.some((part) => model.includes(part)) ?? true)
  );
}
