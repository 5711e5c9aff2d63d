import { defineFindings } from "../util/index.ts";

/** The words of everything that can be wrong with an assembly. */
export const assembleFinding = defineFindings({
  "guard-failed": (a: { path: string; reason: string }) =>
    `${a.path} ${a.reason}. Mend the file, or let the guard skip.`,
  "not-usable": (a: { path: string; reason: string }) =>
    `${a.path} ${a.reason}, and no guard of its layer says what to do.`,
  "over-bound": (a: { size: number; max: number; unit: string }) =>
    `the text has ${a.size} ${a.unit}, ${a.max} are allowed. Shorten it, or raise the bound.`,
  "unscanned-tail": (a: { path: string; characters: number; window: number }) =>
    `${a.path}: the last ${a.characters} characters were not scanned, only the first ${a.window}. Shorten the file, or widen the window.`,
  "cut-without-marker": (a: { path: string; max: number; unit: string }) =>
    `${a.path} was cut at ${a.max} ${a.unit} and nothing in the prompt says so. Give the bound a marker.`,
  "suspicious-text": (a: { path: string; ids: readonly string[] }) =>
    `${a.path} speaks like a prompt (${a.ids.join(", ")}). Look at where it comes from.`,
  "dangling-link": (a: { path: string; target: string }) =>
    `${a.path} links to ${a.target}, which does not exist, and counts as absent. Mend the link, or remove it.`,
  unrenderable: (a: { input: string; problem: string }) => `input "${a.input}": ${a.problem}`,
  "blank-layer": (a: { layer: string }) => `layer "${a.layer}" may not be blank. Give it a text.`,
  "import-cycle": (a: { path: string; from: string }) =>
    `${a.from} imports ${a.path} again; the cycle was cut there.`,
  "no-case": (a: { variable: string; fact: string; value: string }) =>
    `variable "${a.variable}" has no case for ${a.fact} = "${a.value}". Add one.`,
});

/** Why a file was not taken, in a few words each. */
export const reasons = {
  absent: () => "does not exist",
  unknownItem: (name: string) => `has no item named "${name}"`,
  repeatedItem: (name: string) => `is asked for "${name}" twice`,
  notAsked: () => "is not among the names that were asked for",
  dangling: (target: string) => `links to ${target}, which does not exist`,
  blank: () => "is blank",
  notRegular: (kind: string) => `is a ${kind}, not a regular file`,
  notFolder: () => "is no folder",
  unreadable: (why: string) => why,
  link: (target: string) => `is reached through a symbolic link (${target})`,
  outside: (target: string) => `leads out of its root (${target})`,
  notUtf8: () => "is not valid UTF-8",
  nul: () => "holds a NUL byte",
  tooLarge: (bytes: number, max: number) => `has ${bytes} bytes, over the limit of ${readableBytes(max)}`,
  overBound: (size: number, max: number, unit: string) => `has ${size} ${unit}, ${max} are allowed`,
  shadowed: (by: string) => `${by} is there and comes first`,
  overridden: (by: readonly string[]) => `replaced by deeper project override ${by.join(", ")}`,
  besideOverride: (by: readonly string[]) => `is beside the override ${by.join(", ")}`,
  otherKind: () => "an earlier kind of file was found",
  shownBefore: () => "was shown before in this session",
  equalText: () => "has the same text as a file before it",
  threats: (ids: readonly string[]) => `matches ${ids.join(", ")}`,
  tooLongToScan: (size: number, window: number) => `has ${size} characters, too many to scan (${window})`,
  overItems: (max: number) => `is beyond the first ${max} files`,
  noRead: () => "no file below the workspace root was read",
  noMatch: (globs: readonly string[]) => `no file that was read matches ${globs.join(", ")}`,
  frontMatter: (problem: string) => `front matter: ${problem}`,
  importDepth: (max: number) => `import-depth: deeper than ${max} imports`,
  importExcluded: () => "is excluded from imports",
  importOutside: (root: string) => `leads out of the ${root}`,
  importAgain: () => "was imported already",
  notSelected: () => "its when or unless does not select this combination",
};

function readableBytes(bytes: number): string {
  for (const [unit, size] of [
    ["MiB", 1 << 20],
    ["KiB", 1 << 10],
  ] as const) {
    if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit}`;
  }
  return `${bytes} bytes`;
}
