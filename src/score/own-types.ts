/**
 * Our own assertion types. `last-contains`, `preferred` and `rules` look at an answer, `file-…` and `no-flags` at what an
 * agent did, the others at the assembly.
 */
export const ownTypes = [
  "strata:budget",
  "strata:count",
  "strata:file-absent",
  "strata:file-contains",
  "strata:file-exists",
  "strata:file-unchanged",
  "strata:last-contains",
  "strata:layer-absent",
  "strata:layer-contains",
  "strata:layer-lacks",
  "strata:layer-present",
  "strata:no-flags",
  "strata:order",
  "strata:preferred",
  "strata:rules",
  "strata:tools",
] as const;

/** Those of them that can be written with `not-`. */
export const negatedTypes: readonly OwnType[] = [
  "strata:file-absent",
  "strata:file-contains",
  "strata:file-exists",
  "strata:file-unchanged",
];

export type OwnType = (typeof ownTypes)[number];
