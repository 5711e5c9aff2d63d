export { measureStability } from "./measure-stability.ts";
export { type PerturbationId, perturbationOf } from "./perturbations.ts";
export { type SharedPrefix, sharePrefixes } from "./share-prefixes.ts";
export { stabilityFindings } from "./stability-findings.ts";
export type { Pair, Relation, Stability } from "./types.ts";
