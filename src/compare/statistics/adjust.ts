/** Holm's adjusted p-values (1979), in the order given: at most `level` where the family's error is kept at `level`. */
export function holm(p: readonly number[]): number[] {
  let largest = 0;
  return adjust(
    p,
    (a, b) => a - b,
    (value, rank) => {
      largest = Math.max(largest, Math.min(1, value * (p.length - rank)));
      return largest;
    },
  );
}

/** Benjamini and Hochberg's adjusted p-values (1995), in the order given, for a false discovery rate. */
export function benjaminiHochberg(p: readonly number[]): number[] {
  let smallest = 1;
  return adjust(
    p,
    (a, b) => b - a,
    (value, rank) => {
      smallest = Math.min(smallest, (value * p.length) / (p.length - rank));
      return smallest;
    },
  );
}

function adjust(
  p: readonly number[],
  order: (a: number, b: number) => number,
  step: (value: number, rank: number) => number,
): number[] {
  const result = p.map(() => 0);
  const ranked = p.map((value, at) => ({ value, at })).toSorted((a, b) => order(a.value, b.value));
  ranked.forEach(({ value, at }, rank) => (result[at] = step(value, rank)));
  return result;
}
