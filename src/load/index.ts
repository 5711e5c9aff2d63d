export { diskTree } from "./disk-tree.ts";
export { entryText } from "./entry-text.ts";
export type { Commit } from "./git/log.ts";
export { atRef, loadProjectAt } from "./git/load-project-at.ts";
export { openRepository } from "./git/open-repository.ts";
export type { Repository } from "./git/repository.ts";
export { readGitState } from "./git-state.ts";
export { type ListFact, profileFacts, type TextFact, textFacts } from "./facts.ts";
export { splitFrontMatter } from "./front-matter.ts";
export type { LayerFile } from "./layer-file.ts";
export { layerLines } from "./line-of-layer.ts";
export { lineReader } from "./line-reader.ts";
export { type Case, type Suite } from "./load-corpus.ts";
export type { CompactionSession, MarkedFact } from "./load-sessions.ts";
export { loadProject, type Project } from "./load-project.ts";
export { loadPrompts, type Prompts } from "./load-prompts.ts";
export type { Scenario } from "./load-scenario.ts";
export { composeTrees } from "./compose-trees.ts";
export { memoryTree } from "./memory-tree.ts";
export { loadFinding } from "./messages.ts";
export { type Mounted, mountWorld } from "./mount-world.ts";
export { fillPlaceholders, findPlaceholders } from "./placeholders.ts";
export { isSelectable, isSelected } from "./selector.ts";
export { readText, readYaml } from "./read-file.ts";
export { readRevision, type Revision } from "./revision.ts";
export { type Entry, type SourceTree, treePath } from "./source-tree.ts";
export type {
  Compaction,
  Entries,
  FileGroup,
  FileSource,
  Guard,
  Layer,
  Override,
  Profile,
  Selector,
  Source,
  Stack,
  Step,
  Tool,
  Variable,
} from "./stack-types.ts";
export { overlayWorld, type Written } from "./overlay-world.ts";
export type { World } from "./world.ts";
export { parseYaml } from "./yaml.ts";
