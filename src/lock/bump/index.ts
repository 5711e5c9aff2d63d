export { checkVersions } from "./check-versions.ts";
export { editVersions } from "./edit-version.ts";
export { findBase, type FoundBase, openRepositoryIfAny } from "./find-base.ts";
export { planBump, type VersionEdit } from "./plan-bump.ts";
export type { Bump } from "./version.ts";
export { versionedFiles } from "./versioned-files.ts";
