/** The fewest items that must be taken out for the rest to stand in one order: those not in a longest common run. */
export function movedItems(before: readonly string[], after: readonly string[]): string[] {
  const ranks = after.map((id) => before.indexOf(id));
  const best = ranks.map(() => 1);
  const from = ranks.map(() => -1);
  for (const [i, rank] of ranks.entries()) {
    for (let j = 0; j < i; j++) {
      if (ranks[j]! < rank && best[j]! + 1 > best[i]!) [best[i], from[i]] = [best[j]! + 1, j];
    }
  }
  const kept = new Set<number>();
  for (let i = best.indexOf(Math.max(0, ...best)); i >= 0; i = from[i]!) kept.add(i);
  return after.filter((_, i) => !kept.has(i));
}
