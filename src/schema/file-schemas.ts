import { behavioursFile } from "./behaviours.ts";
import { compactionSessionFile } from "./compaction-session.ts";
import { casesFile, suiteFile, uncoveredFile } from "./corpus.ts";
import { gateFile } from "./gate.ts";
import { lintBaselineFile } from "./lint-baseline.ts";
import { lockFile } from "./lock.ts";
import { manifestFile } from "./manifest.ts";
import { modelsFile } from "./models.ts";
import { recordFile } from "./record.ts";
import { scenarioFile } from "./scenario.ts";
import { layerFrontMatter, stackFile } from "./stack.ts";

export { jsonSchemaText } from "./json-schema.ts";

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
  "lint-baseline": lintBaselineFile,
  record: recordFile,
  manifest: manifestFile,
};

/** All that is checked: files, and what a file has at its head. */
export const schemas = { ...fileSchemas, "front-matter": layerFrontMatter };
