/** A sum in which some prices may be unknown; an unknown price is never counted as 0. */
export interface Money {
  /** US dollars of everything whose price is known. */
  usd: number;
  /** How many amounts were unknown. */
  unknown: number;
}

export const noMoney: Money = { usd: 0, unknown: 0 };

/** Adds an amount; null is one that is not known. */
export function addMoney({ usd, unknown }: Money, amount: number | null | Money): Money {
  if (amount === null) return { usd, unknown: unknown + 1 };
  if (typeof amount === "number") return { usd: usd + amount, unknown };
  return { usd: usd + amount.usd, unknown: unknown + amount.unknown };
}

/** For people: `$0.42`, `n/a` where nothing is known, `at least $0.42` where a part is not. */
export function formatMoney({ usd, unknown }: Money): string {
  if (unknown === 0) return formatUsd(usd);
  return usd === 0 ? "n/a" : `at least ${formatUsd(usd)}`;
}

/** Cents below a hundred dollars, and two digits that say something below a cent; null is `n/a`. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return "n/a";
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  const digits = Math.min(12, 1 - Math.floor(Math.log10(usd)));
  return `$${usd.toFixed(digits)}`;
}
