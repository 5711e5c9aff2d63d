/** Our own assertion types. All but `last-contains` and `rules` look at the assembly, not at an answer. */
export const ownTypes = [
  "strata:budget",
  "strata:count",
  "strata:last-contains",
  "strata:layer-absent",
  "strata:layer-contains",
  "strata:layer-lacks",
  "strata:layer-present",
  "strata:order",
  "strata:rules",
  "strata:tools",
] as const;

export type OwnType = (typeof ownTypes)[number];
