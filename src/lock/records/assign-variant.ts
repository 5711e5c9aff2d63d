import type { Assignment } from "../../schema/index.ts";
import { compareText, sha256, UserError } from "../../util/index.ts";
import { recordFinding } from "./messages.ts";

/**
 * Assigns a session to a variant by its id alone, the same on every machine and at every time.
 *
 * u = the first 48 bits of SHA-256(experiment NUL session) / 2^48, so 0 ≤ u < 1. Variants stand in code-unit order of
 * their names, each on a stretch as long as its share of the weights; the variant whose stretch holds u is taken.
 * Two experiments with different names split sessions independently. Throws a UserError for weights that give no share.
 */
export function assignVariant(
  session: string,
  weights: Readonly<Record<string, number>>,
  experiment = "default",
): Assignment {
  const variants = Object.entries(weights).toSorted(([a], [b]) => compareText(a, b));
  const unfit = variants.find(([, weight]) => !Number.isFinite(weight) || weight < 0);
  const total = variants.reduce((sum, [, weight]) => sum + weight, 0);
  if (unfit !== undefined) throw badWeights(`the weight of "${unfit[0]}" is ${unfit[1]}`);
  if (!Number.isFinite(total) || total <= 0) throw badWeights(`the weights add up to ${total}`);
  const hex = sha256(`${experiment}\0${session}`).slice("sha256:".length, "sha256:".length + 12);
  const u = Number.parseInt(hex, 16) / 2 ** 48;
  const shares = variants.map(([variant, weight]) => [variant, weight / total] as const);
  const chosen = (variant: string): Assignment => {
    return { experiment, variant, random: true, shares: Object.fromEntries(shares) };
  };
  let end = 0;
  for (const [variant, share] of shares) {
    end += share;
    if (u < end) return chosen(variant);
  }
  // The shares may add up to a little less than 1.
  return chosen(shares.findLast(([, share]) => share > 0)![0]);
}

function badWeights(problem: string): UserError {
  return new UserError([recordFinding("bad-weights", { problem })]);
}
