export type { LayerChange } from "./diff-assemblies.ts";
export { diffProjects } from "./diff-projects.ts";
export type { FileChange } from "./layer-files.ts";
export type { CombinationDiff, DiffChoice, Pair, ProjectDiff, StackDiff } from "./types.ts";
export type { Hunk, WordPart } from "./word-diff.ts";
