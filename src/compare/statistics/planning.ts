import { normalQuantile } from "./normal.ts";

const power = 0.8;
const zPower = normalQuantile(power);

/**
 * Run pairs (cases x combinations x repeats) after which an unchanged B is called neutral with 80% chance:
 * R = (ψ + sqrt(ψ² + 8S))/(2S), S = (margin/(z + 0.8416))²; not rounded. ψ is the mean flip rate, 0..1.
 */
export function runPairsForNeutral(flip: number, margin: number, z: number): number {
  const s = (margin / (z + zPower)) ** 2;
  return (flip + Math.sqrt(flip ** 2 + 8 * s)) / (2 * s);
}

/** The smallest drop, 0..1, that R run pairs find with 80% chance: (z + 0.8416) sqrt(ψ/R + 2/R²). */
export function smallestDropOf(flip: number, pairs: number, z: number): number {
  return smallestDrop(Math.sqrt(flip / pairs + 2 / pairs ** 2), z);
}

/** The smallest drop, 0..1, that a run with this standard error finds with 80% chance: (z + 0.8416) SE. */
export function smallestDrop(se: number, z: number): number {
  return Math.min(1, (z + zPower) * se);
}

/** What would settle an undecided comparison with 80% chance if B is as good as A. */
export type Settle =
  | { by: "repeats"; repeats: number }
  | { by: "strata"; strata: number }
  /** The sample is large enough for an unchanged B, and yet undecided: the change is near the margin. */
  | { by: "nothing" };

/**
 * SE* = margin/(z + 0.8416) settles it; SE² falls as 1/k and as 1/n. Repeats up to the last look come first, then more
 * strata at the last look's k.
 */
export function whatSettles(now: {
  se: number;
  strata: number;
  look: number;
  lastLook: number;
  z: number;
  margin: number;
}): Settle {
  const enough = now.margin / (now.z + zPower);
  const look = Math.ceil(now.look * (now.se / enough) ** 2);
  if (look > now.look && look <= now.lastLook) return { by: "repeats", repeats: look - now.look };
  const strata = Math.ceil(now.strata * ((now.se / enough) ** 2 * (now.look / now.lastLook)));
  if (strata > now.strata) return { by: "strata", strata: strata - now.strata };
  return now.look < now.lastLook ? { by: "repeats", repeats: now.lastLook - now.look } : { by: "nothing" };
}
