import { sha256 } from "../../util/index.ts";

/** Numbers in [0, 1), 32 random bits each. */
export type Random = () => number;

/**
 * A repeatable source of random numbers: Chris Doty-Humphrey's sfc32, started from the SHA-256 of a text, so that the
 * same data draw the same numbers on every machine.
 */
export function seededRandom(seed: string): Random {
  const hex = sha256(seed).slice("sha256:".length);
  let [a, b, c] = [0, 8, 16].map((at) => Number.parseInt(hex.slice(at, at + 8), 16) | 0) as [
    number,
    number,
    number,
  ];
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}
