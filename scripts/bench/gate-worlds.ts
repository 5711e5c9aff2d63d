import type { Random } from "../../src/compare/index.ts";

/** How likely each case of a made-up corpus passes, 0..1. */
export type World = number[];
export type WorldName = "stable" | "flaky";

/** Passes out of ten runs over the 1,614 scenarios of a public corpus, as counts of scenarios. */
const stableCounts = [304, 13, 15, 5, 13, 6, 11, 13, 22, 22, 1190];

/**
 * A corpus of n cases. Stable: 19% always fail, 74% always pass, few are flaky. Flaky: half the cases pass 98% of their
 * runs, the other half anything, by Beta(3, 1.5).
 */
export function drawWorld(name: WorldName, n: number, random: Random): World {
  if (name === "flaky")
    return Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 0.98 : beta(3, 1.5, random)));
  return Array.from({ length: n }, () => {
    const passes = drawIndex(stableCounts, random);
    return beta(passes + 0.02, 10 - passes + 0.01, random);
  });
}

/**
 * The world after a change of the mean by `points`. A loss: random cases break until half of it is lost, the last of
 * them only as far as needed, then all cases slip by the same share. A gain is the same seen from the failures.
 */
export function shiftWorld(world: World, points: number, random: Random): World {
  if (points > 0)
    return lose(
      world.map((p) => 1 - p),
      points,
      random,
    ).map((p) => 1 - p);
  return points < 0 ? lose(world, -points, random) : world;
}

function lose(world: World, points: number, random: Random): World {
  const result = [...world];
  const loss = points * world.length;
  let broken = 0;
  for (const i of shuffled(world.length, random)) {
    const left = loss / 2 - broken;
    if (left <= 0) break;
    const taken = Math.min(left, result[i]!);
    result[i]! -= taken;
    broken += taken;
  }
  const sum = result.reduce((total, p) => total + p, 0);
  const share = sum === 0 ? 0 : Math.max(0, 1 - (loss - broken) / sum);
  return result.map((p) => p * share);
}

function shuffled(n: number, random: Random): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

function drawIndex(counts: readonly number[], random: Random): number {
  let left = random() * counts.reduce((sum, count) => sum + count, 0);
  return counts.findIndex((count) => (left -= count) < 0);
}

function beta(a: number, b: number, random: Random): number {
  const [x, y] = [gamma(a, random), gamma(b, random)];
  return x / (x + y);
}

/** Marsaglia and Tsang's method (2000), with their step for shapes below 1. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
