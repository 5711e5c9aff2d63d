import fc from "fast-check";
import { expect, test } from "vitest";
import { isSelectable, isSelected, type SelectorFacts } from "./selector.ts";
import type { Profile, Selector } from "./stack-types.ts";

const name = fc.constantFrom("a", "b", "c");
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
const byProfile = { profile: names, mode: names, caller: names, platform: names, flag: names, tool: names };
const bySession = {
  model: names,
  modelSetting: fc.record({ input: fc.constant("setting"), auto: names }),
  input: fc.dictionary(fc.constantFrom("x", "y"), names, { minKeys: 1, maxKeys: 2 }),
};
/** Selectors of few keys, so that they often hold. */
const sparse = (keys: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(fc.record(keys), fc.subarray(Object.keys(keys), { maxLength: 3 }))
    .map(([all, some]): Selector => Object.fromEntries(some.map((key) => [key, all[key]])));
const selector = sparse({ ...byProfile, ...bySession });
/** A selector that a profile decides alone. */
const steady = sparse(byProfile);
const profile = fc
  .record(
    {
      id: name,
      mode: name,
      caller: name,
      platform: name,
      flags: fc.uniqueArray(name),
      tools: fc.uniqueArray(name),
    },
    { requiredKeys: ["id", "flags", "tools"] },
  )
  .map(
    ({ tools, ...rest }) =>
      ({ ...rest, tools: tools.map((tool) => ({ name: tool, mutates: false })) }) as Profile,
  );
const session = fc
  .record({
    model: fc.constantFrom("x:a", "x:b", "x:C", "x:ab", "x:none"),
    setting: fc.constantFrom<unknown>(undefined, "auto", true, false, ["b"], []),
    x: fc.constantFrom<unknown>("a", "b", undefined),
    y: fc.constantFrom<unknown>("a", "none"),
  })
  .map(({ model, ...values }): SelectorFacts => ({
    model,
    input: (key) => (values as Record<string, unknown>)[key],
  }));

/** The rule in other words: every key given must hold, and of a key any one of its names. */
function holds(
  { modelSetting, input, ...lists }: Selector,
  of: Profile,
  { model, input: value }: SelectorFacts,
): boolean {
  const has: Record<string, (one: string) => boolean> = {
    profile: (one) => of.id === one,
    mode: (one) => of.mode === one,
    caller: (one) => of.caller === one,
    platform: (one) => of.platform === one,
    flag: (one) => of.flags.includes(one),
    tool: (one) => of.tools.map((tool) => tool.name).includes(one),
    model: (one) => model.includes(one),
  };
  const set = modelSetting === undefined ? true : value(modelSetting.input);
  const parts = Array.isArray(set) ? (set as string[]) : (modelSetting?.auto ?? []);
  const named = typeof set === "boolean" ? set : parts.some((part) => model.toLowerCase().includes(part));
  const given = Object.entries(input ?? {}).every(([key, values]) =>
    values.some((one) => one === value(key)),
  );
  return named && given && Object.entries(lists).every(([key, list]) => list.some((one) => has[key]!(one)));
}

const runs = { numRuns: 1000 };

test("a layer is selected when when holds and unless does not", () => {
  fc.assert(
    fc.property(selector, selector, profile, session, (when, unless, of, facts) => {
      const excluded = Object.keys(unless).length > 0 && holds(unless, of, facts);
      expect(isSelected(when, unless, of, facts)).toBe(holds(when, of, facts) && !excluded);
    }),
    runs,
  );
});

test("a layer without when and unless is always selected", () => {
  fc.assert(
    fc.property(profile, session, (of, facts) => void expect(isSelected({}, {}, of, facts)).toBe(true)),
  );
});

test("what some session selects can be selected", () => {
  fc.assert(
    fc.property(selector, selector, profile, session, (when, unless, of, facts) => {
      expect(isSelectable({ when, unless }, of) || !isSelected(when, unless, of, facts)).toBe(true);
    }),
    runs,
  );
});

test("without a word on models and inputs, what can be selected is selected in every session", () => {
  fc.assert(
    fc.property(steady, steady, profile, session, (when, unless, of, facts) => {
      expect(isSelectable({ when, unless }, of)).toBe(isSelected(when, unless, of, facts));
    }),
    runs,
  );
});
