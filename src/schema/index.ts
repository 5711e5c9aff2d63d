import { behavioursFile } from "./behaviours.ts";
import { casesFile, suiteFile, uncoveredFile } from "./corpus.ts";
import { modelsFile } from "./models.ts";
import { scenarioFile } from "./scenario.ts";
import { stackFile } from "./stack.ts";

/** Every kind of YAML file, by the name of its JSON Schema. */
export const fileSchemas = {
  stack: stackFile,
  models: modelsFile,
  scenario: scenarioFile,
  cases: casesFile,
  suite: suiteFile,
  uncovered: uncoveredFile,
  behaviours: behavioursFile,
};

export type { WrittenAssertion, WrittenCase, WrittenSuite } from "./corpus.ts";
export type { WrittenModel } from "./models.ts";
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
  type WrittenLayer,
  type WrittenSelector,
  type WrittenSession,
  type WrittenStack,
  type WrittenTier,
  type WrittenVariable,
  type WrittenWatch,
} from "./stack.ts";
export type { WrittenBound, WrittenStep, WrittenWrap } from "./steps.ts";
