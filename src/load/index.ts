export { diskTree } from "./disk-tree.ts";
export { type EntryText, entryText, lineOf } from "./entry-text.ts";
export { type ListFact, type TextFact } from "./facts.ts";
export { type FrontMatter, splitFrontMatter } from "./front-matter.ts";
export type { LayerFile } from "./layer-file.ts";
export { type Case, type Suite } from "./load-corpus.ts";
export { loadProject, type Project } from "./load-project.ts";
export type { Scenario } from "./load-scenario.ts";
export { memoryTree } from "./memory-tree.ts";
export { loadFinding } from "./messages.ts";
export { fillPlaceholders, findPlaceholders } from "./placeholders.ts";
export { isSelectable, isSelected, type SelectorFacts } from "./selector.ts";
export { readText, readYaml } from "./read-file.ts";
export { type Revision, readRevision } from "./revision.ts";
export { type Entry, type SourceTree, treePath } from "./source-tree.ts";
export type {
  Contract,
  Entries,
  FileGroup,
  FileSource,
  Guard,
  Imports,
  Layer,
  Override,
  Profile,
  Selector,
  Source,
  Stack,
  Step,
  Tier,
  Tool,
  Variable,
} from "./stack-types.ts";
export { overlayWorld, type Written } from "./overlay-world.ts";
export type { World, WorldRoot } from "./world.ts";
export { parseYaml } from "./yaml.ts";
