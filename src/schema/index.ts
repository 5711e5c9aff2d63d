import type { z } from "zod";
import { requireBeside } from "../util/index.ts";

type Loaded = typeof import("./file-schemas.ts");

/** What a written thing may be: a file, or the front matter of one. */
export type Kind = keyof Loaded["schemas"];
/** As it is once it is checked. */
export type Written<K extends Kind> = z.output<Loaded["schemas"][K]>;

let loaded: Loaded | undefined;

/** The schemas, loaded when one is first asked for: zod takes longer than all else that a short command does. */
function load(): Loaded {
  return (loaded ??= requireBeside(import.meta, "file-schemas") as Loaded);
}

export function schemaOf<K extends Kind>(kind: K): Loaded["schemas"][K] {
  return load().schemas[kind];
}

/** Kinds of files that have a JSON Schema for editors. */
export function fileKinds(): Kind[] {
  return Object.keys(load().fileSchemas) as Kind[];
}

/** The JSON Schema of a kind of file, as editors and other languages read it, with a line end. */
export function jsonSchemaText(kind: Kind): string {
  return load().jsonSchemaText(schemaOf(kind));
}

export type {
  WrittenAgentRules,
  WrittenChange,
  WrittenInjection,
  WrittenScriptedResult,
} from "./agent-run.ts";
export type {
  WrittenAssertion,
  WrittenCase,
  WrittenScriptedTools,
  WrittenSuite,
  WrittenTurn,
} from "./corpus.ts";
export type { WrittenGate } from "./gate.ts";
export type { Lock, LockedAssembly, LockedLayer, LockedProfile, LockedStack, LockedVariant } from "./lock.ts";
export type { WrittenLint } from "./lint.ts";
export type { WrittenLintBaseline } from "./lint-baseline.ts";
export type { Manifest, ManifestCombination, ManifestExample, ManifestPart } from "./manifest.ts";
export type { WrittenLimits, WrittenModel } from "./models.ts";
export type { Assignment, RecordedPrompt, RecordLine, StartLine } from "./record.ts";
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
export type {
  WrittenCompaction,
  WrittenLayer,
  WrittenSelector,
  WrittenSession,
  WrittenStack,
  WrittenTier,
  WrittenVariable,
  WrittenWatch,
} from "./stack.ts";
export type { WrittenBound, WrittenStep, WrittenWrap } from "./steps.ts";
export {
  type BlockingFlag,
  blockingFlags,
  type Channel,
  channels,
  isSessionId,
  strategyIds,
  type WarningFlag,
  warningFlags,
} from "./words.ts";
