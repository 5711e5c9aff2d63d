import { behavioursFile } from "./behaviours.ts";
import { compactionSessionFile } from "./compaction-session.ts";
import { casesFile, suiteFile, uncoveredFile } from "./corpus.ts";
import { gateFile } from "./gate.ts";
import { lockFile } from "./lock.ts";
import { manifestFile } from "./manifest.ts";
import { modelsFile } from "./models.ts";
import { recordFile } from "./record.ts";
import { scenarioFile } from "./scenario.ts";
import { stackFile } from "./stack.ts";

/** Every kind of file, by the name of its JSON Schema. */
export const fileSchemas = {
  stack: stackFile,
  models: modelsFile,
  scenario: scenarioFile,
  cases: casesFile,
  suite: suiteFile,
  gate: gateFile,
  "compaction-session": compactionSessionFile,
  uncovered: uncoveredFile,
  behaviours: behavioursFile,
  lock: lockFile,
  record: recordFile,
  manifest: manifestFile,
};

export {
  type BlockingFlag,
  blockingFlags,
  type WarningFlag,
  warningFlags,
  type WrittenAgentRules,
  type WrittenChange,
  type WrittenInjection,
  type WrittenScriptedResult,
} from "./agent-run.ts";
export type {
  WrittenAssertion,
  WrittenCase,
  WrittenScriptedTools,
  WrittenSuite,
  WrittenTurn,
} from "./corpus.ts";
export type { WrittenGate } from "./gate.ts";
export { lockFile } from "./lock.ts";
export type { Lock, LockedAssembly, LockedLayer, LockedProfile, LockedStack, LockedVariant } from "./lock.ts";
export type { WrittenLint } from "./lint.ts";
export { jsonSchemaText } from "./json-schema.ts";
export type { Manifest, ManifestCombination, ManifestExample, ManifestPart } from "./manifest.ts";
export type { WrittenLimits, WrittenModel } from "./models.ts";
export {
  type Assignment,
  type RecordedPrompt,
  type RecordLine,
  sessionId,
  type StartLine,
} from "./record.ts";
export { strategyIds } from "./compaction.ts";
export type {
  WrittenCompactionSession,
  WrittenFact,
  WrittenLines,
  WrittenSaid,
} from "./compaction-session.ts";
export type { WrittenScenario } from "./scenario.ts";
export type {
  WrittenBasicSource,
  WrittenEntries,
  WrittenFileSource,
  WrittenFolder,
  WrittenIndex,
  WrittenJsonLines,
  WrittenOverride,
  WrittenWalk,
} from "./source.ts";
export {
  type Channel,
  channels,
  layerFrontMatter,
  type WrittenCompaction,
  type WrittenLayer,
  type WrittenSelector,
  type WrittenSession,
  type WrittenStack,
  type WrittenTier,
  type WrittenVariable,
  type WrittenWatch,
} from "./stack.ts";
export type { WrittenBound, WrittenStep, WrittenWrap } from "./steps.ts";
