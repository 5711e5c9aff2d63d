import { invert } from "./invert.ts";

/**
 * ln Γ(x) for x > 0, by Stirling's series (Abramowitz & Stegun 6.1.41) from x = 15 up and the recurrence
 * Γ(x + 1) = x Γ(x) below.
 */
export function lnGamma(x: number): number {
  let [shifted, product] = [x, 1];
  for (; shifted < 15; shifted++) product *= shifted;
  const inverse = 1 / shifted;
  const square = inverse * inverse;
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
  );
}

/**
 * The regularised incomplete beta function I_x(a, b), 0..1, for x in 0..1 and a, b > 0: the continued fraction of
 * Abramowitz & Stegun 26.5.8, evaluated by Lentz's method on the side where it converges fast.
 */
export function betaInc(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaInc(1 - x, b, a);
  const front = Math.exp(
    lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a),
  );
  return front * betaFraction(x, a, b);
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let [c, value] = [1, d];
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      change = c * d;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

/** The x with I_x(a, b) = p: the p-quantile of the beta distribution. */
export function betaIncInv(p: number, a: number, b: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  return invert((x) => betaInc(x, a, b), p, 0, 1);
}

/** The p-quantile of Student's t with `df` degrees of freedom, 0 < p < 1 (Abramowitz & Stegun 26.7.1). */
export function tQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  const x = betaIncInv(2 * Math.min(p, 1 - p), df / 2, 0.5);
  return Math.sign(p - 0.5) * Math.sqrt(df * (1 / x - 1));
}
