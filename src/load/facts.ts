/** Facts that every assembly has, by the name that templates and paths use. */
export const textFacts = [
  "stack",
  "variant",
  "profile",
  "mode",
  "caller",
  "platform",
  "model",
  "window",
  "capabilities",
  "os",
  "shell",
  "cwd",
  "workspace",
  "workspace_name",
  "home",
  "managed",
  "date",
  "clock",
  "utc_offset",
  "git_root",
  "git_state",
  "git_branch",
  "git_dirty",
] as const;

/** Facts that are lists; a stack joins them into text. */
export const listFacts = ["tools"] as const;

/** Facts that depend on the profile alone, so that a layer file's name may hold them. */
export const profileFacts = ["profile", "mode", "caller", "platform"] as const;

/** Facts that a path in the scenario's world may hold. */
export const pathFacts = [
  "workspace",
  "workspace_name",
  "home",
  "managed",
  "cwd",
  "git_root",
  ...profileFacts,
] as const;

export type TextFact = (typeof textFacts)[number];
export type ListFact = (typeof listFacts)[number];
