export { benjaminiHochberg, holm } from "./adjust.ts";
export { betaIncInv } from "./beta.ts";
export { stratifiedExact } from "./exact-test.ts";
export { type Count, fisherTest, type TestResult } from "./hypergeometric.ts";
export { gateInterval, type Interval, type Measure, strayRange } from "./interval.ts";
export { chanceToDecide, lookThreshold, type Threshold } from "./looks.ts";
export { stratifiedPermutation, type Stratum } from "./permutation-test.ts";
export { runPairsForNeutral, smallestDrop, smallestDropOf, whatSettles } from "./planning.ts";
export {
  type Clustered,
  groupDifference,
  populationInterval,
  type PopulationInterval,
} from "./population.ts";
export { normalCdf } from "./normal.ts";
export { type Random, seededRandom } from "./random.ts";
export { flipRate, passAtK, passHatK, passRateInterval, unseenAtMost, wilson } from "./rates.ts";
