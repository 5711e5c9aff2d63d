import type { AbCombination } from "../../compare/index.ts";

/** Combinations in one row: those of exact answers that differ in the model alone and came out alike. */
export interface AbRow extends Omit<AbCombination, "model"> {
  models: string[];
}

/** The combinations that can be affected as rows; counts of a row are sums. */
export function groupRows(combinations: readonly AbCombination[]): AbRow[] {
  const affected = combinations.filter((one) => one.affected > 0);
  return [...Map.groupBy(affected, keyOf).values()].map((group): AbRow => {
    const { model: _, ...first } = group[0]!;
    if (group.length === 1) return { ...first, models: [group[0]!.model] };
    const sum = (of: (one: AbCombination) => number) => group.reduce((total, one) => total + of(one), 0);
    const place = first.id.slice(0, first.id.lastIndexOf(" on "));
    return {
      ...{ ...first, id: `${place} on ${group.length} models`, models: group.map(({ model }) => model) },
      ...{ affected: sum((one) => one.affected), of: sum((one) => one.of), lost: sum((one) => one.lost) },
      ...{ harderToFind: sum((one) => one.harderToFind), gained: sum((one) => one.gained) },
      unmeasured: sum((one) => one.unmeasured),
    };
  });
}

/** A sampled combination is a row of its own. */
function keyOf(one: AbCombination): string {
  const { id, stack, variant, profile, answer, mode, verdict, lost, harderToFind, gained, unmeasured } = one;
  if (mode === "sampled") return id;
  return JSON.stringify([stack, variant, profile, answer, verdict, lost, harderToFind, gained, unmeasured]);
}
