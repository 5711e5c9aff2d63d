export { diskTree } from "./disk-tree.ts";
export { entryText } from "./entry-text.ts";
export { type ListFact, type TextFact } from "./facts.ts";
export { splitFrontMatter } from "./front-matter.ts";
export type { LayerFile } from "./layer-file.ts";
export { type Case, type Suite } from "./load-corpus.ts";
export { loadProject, type Project } from "./load-project.ts";
export type { Scenario } from "./load-scenario.ts";
export { memoryTree } from "./memory-tree.ts";
export { loadFinding } from "./messages.ts";
export { fillPlaceholders } from "./placeholders.ts";
export { isSelectable, isSelected } from "./selector.ts";
export { readText, readYaml } from "./read-file.ts";
export { readRevision } from "./revision.ts";
export { type Entry, type SourceTree, treePath } from "./source-tree.ts";
export type {
  Entries,
  FileGroup,
  FileSource,
  Guard,
  Layer,
  Override,
  Profile,
  Source,
  Stack,
  Step,
  Tool,
  Variable,
} from "./stack-types.ts";
export { overlayWorld, type Written } from "./overlay-world.ts";
export type { World } from "./world.ts";
export { parseYaml } from "./yaml.ts";
