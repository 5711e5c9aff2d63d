export type {
  AbAnswer,
  AbCase,
  AbCombination,
  AbCost,
  AbHashes,
  AbMode,
  AbOptions,
  AbResult,
  AbSide,
  AbStop,
  AbVersion,
  AbVersions,
} from "./ab/types.ts";
export { describeSessions } from "./ab/describe-sessions.ts";
export { gatherTrust } from "./ab/gather-trust.ts";
export { type SessionOutcomes, sessionOutcomes } from "./ab/session-outcomes.ts";
export { diffVersions } from "./ab/diff-versions.ts";
export { openVersions, type VersionsInput } from "./ab/open-versions.ts";
export { type AbDeps, type AbRun, runAb } from "./ab/run-ab.ts";
export {
  baselineDrifted,
  type BaselineMaking,
  checkBaseline,
  gateTrusted,
  recheckSample,
} from "./baseline.ts";
export { classifyProbe, type ProbedUnit } from "./bisect/classify-probe.ts";
export { type BisectStep, nextProbe, type ProbeOutcome, probesOf } from "./bisect/next-probe.ts";
export { combineVerdicts } from "./combine-verdicts.ts";
export type { Advice, Comparison, Reason, StopReason } from "./comparison.ts";
export { type Confirmation, smallestVisibleDrop, unitChanges } from "./confirm.ts";
export { type Decision, decide } from "./decide.ts";
export { describeComparison, describeExact, type WordsContext } from "./describe.ts";
export { type ExactResult, type ExactUnit, judgeExact } from "./exact.ts";
export type { LookResult } from "./judge-look.ts";
export { type Pairing, pairUnits, type SideUnit, type UnitId } from "./pair-units.ts";
export { drawChange, reachOf } from "./picture.ts";
export { type ComparisonPlan, meanFlipRate, planComparison } from "./plan-comparison.ts";
export { defaultRules, type Rules } from "./rules.ts";
export { compareSessions, type SessionComparison, type SessionOutcome } from "./sessions.ts";
export {
  type Count,
  flipRate,
  passAtK,
  passHatK,
  passRateInterval,
  type Random,
  seededRandom,
  unseenAtMost,
  wilson,
} from "./statistics/index.ts";
export { type CaseFlake, trustReport, type TrustReport, type TrustTrial } from "./trust.ts";
export type {
  ComparisonState,
  Outcome,
  ScopeResult,
  UnitChange,
  UnitOutcomes,
  Unmeasured,
  Verdict,
} from "./types.ts";
