import { assemble, cachedPrefix, type Combination, type CountTokens } from "../assemble/index.ts";
import type { Stack } from "../load/index.ts";
import { commonBytes } from "../util/index.ts";
import { tokensFrom } from "./compare-prompts.ts";

/** What the prompts of several profiles or models have in common from their start. */
export interface SharedPrefix {
  stack: string;
  variant: string;
  /** The profile or model that all of them have. */
  of: { profile: string } | { model: string };
  /** The models or profiles that differ; two at least. */
  among: string[];
  bytes: number;
  /** Of layers that are shared as a whole, and of the one that breaks up to there. */
  tokens: number;
  /** The longest of their cached prefixes. */
  longest: number;
  /** In which the first difference is; null when all prefixes are equal. */
  layer: string | null;
  /** Tools stand before the system text: prompts with different ones share nothing in a provider's cache. */
  sameTools: boolean;
}

/** What each profile's models, and each model's profiles, share. */
export function sharePrefixes(
  combinations: readonly Combination[],
  countTokens: CountTokens,
): SharedPrefix[] {
  const made = combinations.map((combination) => {
    const assembly = assemble(combination);
    return { combination, assembly, prefix: cachedPrefix(assembly, combination.stack) };
  });
  type Made = (typeof made)[number];
  const share = (group: Made[], of: SharedPrefix["of"], name: (one: Made) => string): SharedPrefix[] => {
    const [first, ...rest] = group;
    if (first === undefined || rest.length === 0) return [];
    const bytes = Math.min(...rest.map(({ prefix }) => commonBytes(first.prefix, prefix)));
    const longest = group.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]!;
    const broken = longest.assembly.layers.find(({ channel, end }) => channel === "system" && end > bytes);
    const whole = tokensFrom(0, longest.assembly, longest.prefix.length, countTokens);
    return [
      {
        ...{
          stack: first.assembly.stack,
          variant: first.assembly.variant,
          of,
          among: group.map(name),
          bytes,
        },
        tokens: whole - tokensFrom(bytes, longest.assembly, longest.prefix.length, countTokens),
        longest: longest.prefix.length,
        layer: bytes === longest.prefix.length ? null : (broken?.id ?? null),
        sameTools: rest.every(({ assembly }) => assembly.toolsHash === first.assembly.toolsHash),
      },
    ];
  };
  return [...Map.groupBy(made, ({ combination }) => combination.stack as Stack).values()].flatMap((all) => [
    ...[...Map.groupBy(all, ({ assembly }) => assembly.model)].flatMap(([model, group]) =>
      share(group, { model }, ({ assembly }) => assembly.profile),
    ),
    ...[...Map.groupBy(all, ({ assembly }) => assembly.profile)].flatMap(([profile, group]) =>
      share(group, { profile }, ({ assembly }) => assembly.model),
    ),
  ]);
}
