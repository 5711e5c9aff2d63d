import { defineFindings, suggestion } from "../util/index.ts";

const wording = {
  // What changes under a cached prefix.
  "volatile-in-prefix": (a: { found: string }) =>
    `"${a.found}" changes while the prefix is cached, or is out of date. Move it behind the cached tiers, or drop it.`,
  "model-forked-prompt": (a: { profile: string; models: readonly string[] }) =>
    `in profile "${a.profile}" this layer differs between ${a.models.join(" and ")}. Let the adapter do what one model needs.`,
  "product-change": (a: { glob: string }) =>
    `builds the prompt (${a.glob}) and was changed: this is a change of the product. Customise by inputs, or review it as code.`,
  // What must not leave the house.
  secret: (a: { what: string }) =>
    `holds what looks like a live secret (${a.what}). Revoke it, and take it out of the text and its history.`,
  "invisible-character": (a: { points: readonly string[] }) =>
    `holds ${a.points.join(", ")}, which nobody sees and every model reads. Delete it.`,
  "injection-phrase": (a: { ids: readonly string[] }) =>
    `speaks like an order to the model (${a.ids.join(", ")}). Look at where it comes from.`,
  // What the bytes are.
  "not-nfc": (a: { found: string }) =>
    `"${a.found}" is not in Unicode form NFC: the same word typed anew has other bytes. Normalise it.`,
  "broken-character": (_: object) =>
    "holds U+FFFD, which stands where a character was cut or wrongly decoded. Restore the text.",
  "line-ends": (a: { lines: number }) =>
    `${a.lines} lines end with CR or CRLF. Save it with LF, or run strata lint --fix.`,
  "byte-order-mark": (_: object) =>
    "starts with a byte order mark. Save it without, or run strata lint --fix.",
  "trailing-space": (a: { lines: number }) =>
    `${a.lines} lines end with blanks that say nothing. Trim them, or run strata lint --fix.`,
  "front-matter-order": (a: { first: string }) =>
    `front matter starts with "${a.first}". Put version first, or run strata lint --fix.`,
  "front-matter-in-text": (a: { profile: string }) =>
    `its front matter reaches the prompt of profile "${a.profile}" as text. Strip it with the transform strip-front-matter.`,
  "template-leftover": (a: { found: string }) =>
    `"${a.found}" is sent as it stands. Fill it in, declare vars for it, or put it into code marks.`,
  // What a prompt may take.
  "over-budget": (a: { what: string; size: number; max: number; unit: string; profile: string }) =>
    `${a.what} takes ${a.size} ${a.unit} in profile "${a.profile}", ${a.max} are allowed. Shorten it, or raise the budget on purpose.`,
  "loose-budget": (a: { what: string; size: number; max: number; unit: string }) =>
    `${a.what} takes at most ${a.size} ${a.unit}, its budget is ${a.max}. Lower the budget, so that growth is noticed.`,
  "oversized-memory": (a: { bytes: number; max: number }) =>
    `has ${a.bytes} bytes, ${a.max} are thought reasonable: it is sent with every request. Move detail into files that are read when needed.`,
  "unbounded-layer": (a: { source: string }) =>
    `reads ${a.source} without any bound: a file of a megabyte goes into every request. Give it a bound, or a guard with maxBytes.`,
  "cut-without-marker": (a: { max: string }) =>
    `cuts its text at ${a.max} and leaves no sign of it. Give the bound a marker.`,
  // What is said twice, or to nobody.
  "duplicate-rule": (a: { keep: string; at: string; found: string }) =>
    `"${a.found}" stands in ${a.at} already. Keep it in ${a.keep}, and drop it here.`,
  "near-duplicate-rule": (a: { keep: string; at: string; found: string; percent: number }) =>
    `"${a.found}" shares ${a.percent}% of its words with ${a.at}. Keep one of them, in ${a.keep}.`,
  "misplaced-text": (a: { found: string; layers: readonly string[]; reason: string }) =>
    `"${a.found}" belongs to ${a.layers.join(", ")} alone: ${a.reason}`,
  "copied-code": (a: { from: string; lines: number }) =>
    `${a.lines} lines or more are copied from ${a.from}. Name the file instead: a copy goes stale.`,
  "dead-file": (_: object) => "is used by no variant of its stack. Name it in stack.yaml, or remove it.",
  "unselected-layer": (a: { layer: string }) =>
    `no profile selects layer "${a.layer}". Correct its when and unless, or remove it.`,
  "unresolved-import": (a: { mention: string }) =>
    `@${a.mention} names a file that does not exist. Correct the path, or put it into code marks.`,
  // What tools there are.
  "dangling-tool": (a: { tool: string; profiles: readonly string[]; denied: boolean }) =>
    `names the tool "${a.tool}", which ${listProfiles(a.profiles)} ${a.denied ? "denied" : "not given"}. Gate the text by the tool, or drop it.`,
  "unexplained-tool": (a: { tool: string; profile: string }) =>
    `profile "${a.profile}" has the tool "${a.tool}", which neither a description nor the prompt explains. Describe it.`,
  "read-only-mutates": (a: { profile: string; tools: readonly string[]; says: string }) =>
    `profile "${a.profile}" says "${a.says}" and has ${a.tools.join(", ")}. Take the tools away and declare it readOnly, or correct the text.`,
  "restated-tool-schema": (a: { tool: string }) =>
    `repeats what the schema of ${a.tool} says already. Say when to use it, not what it takes.`,
  "pinned-constant": (a: { expected: string; found: string | null }) =>
    a.found === null
      ? `should say "${a.expected}", which it does not. Write it, or take it out of lint.pinned.`
      : `says "${a.found}", but its knob makes it "${a.expected}". Correct the text or the knob.`,
  // How rules are worded.
  emphasis: (a: { found: string }) =>
    `"${a.found}" shouts or threatens. Say it once, plainly, with the reason: models over-apply what is shouted.`,
  politeness: (a: { found: string }) => `"${a.found}" is padding that every request pays for. Drop it.`,
  aspirational: (a: { found: string }) =>
    `"${a.found}" is a wish that nobody can act on or check. Say what to do, and when.`,
  "prohibition-without-alternative": (a: { found: string }) =>
    `"${a.found}" only forbids. Say what to do instead.`,
  // About the settings themselves.
  "unused-allowance": (a: { rule: string; place: string }) =>
    `lint.allow for ${a.rule}${a.place} allows nothing any more. Remove it.`,
  "unknown-lint-rule": (a: { name: string; near?: string | undefined }) =>
    `there is no lint rule "${a.name}".${suggestion(a.near)}`,
};

/** What can be found, and by which rule. */
export type LintKind = keyof typeof wording;
export type LintArgs<K extends LintKind> = Parameters<(typeof wording)[K]>[0];

/** The words of everything that lint can find. */
export const lintFinding = defineFindings(wording);

function listProfiles(profiles: readonly string[]): string {
  const shown = profiles.slice(0, 3).map((profile) => `"${profile}"`);
  const more = profiles.length > 3 ? ` and ${profiles.length - 3} more` : "";
  return `${profiles.length === 1 ? "profile" : "profiles"} ${shown.join(", ")}${more} ${profiles.length === 1 ? "is" : "are"}`;
}

/** What each rule is about, in one line. */
export const ruleTitles = {
  "volatile-in-prefix": "A cached tier holds what changes from request to request",
  "model-forked-prompt": "A layer differs between models",
  "product-change": "A file that builds the prompt was changed",
  secret: "A text holds a live credential",
  "invisible-character": "A text holds characters that nobody sees",
  "injection-phrase": "Memory or context speaks like an order to the model",
  "not-nfc": "A text is not in Unicode form NFC",
  "broken-character": "A character was cut or wrongly decoded",
  "line-ends": "A file has CR or CRLF line ends",
  "byte-order-mark": "A file starts with a byte order mark",
  "trailing-space": "Lines end with blanks that say nothing",
  "front-matter-order": "The version is not the first key of front matter",
  "front-matter-in-text": "Front matter reaches the prompt",
  "template-leftover": "A placeholder was not filled in",
  "over-budget": "A layer or prompt takes more than its budget",
  "loose-budget": "A budget is far above what is used",
  "oversized-memory": "A memory or instruction file is very long",
  "unbounded-layer": "A layer reads files of any length",
  "cut-without-marker": "A bound cuts text and leaves no sign of it",
  "duplicate-rule": "A rule stands twice in one prompt",
  "near-duplicate-rule": "Two rules of one prompt hardly differ",
  "misplaced-text": "A text stands in a layer it was kept out of",
  "copied-code": "Memory copies lines of a workspace file",
  "dead-file": "A file of a stack is never used",
  "unselected-layer": "No profile selects a layer",
  "unresolved-import": "An import leads to no file",
  "dangling-tool": "The text names a tool that the profile has not got",
  "unexplained-tool": "Nothing explains a tool",
  "read-only-mutates": "A profile that is told to change nothing can",
  "restated-tool-schema": "The text repeats a tool's schema",
  "pinned-constant": "A number in the text disagrees with its setting",
  emphasis: "A rule shouts or threatens",
  politeness: "A rule pads with courtesies",
  aspirational: "A rule is a wish that nobody can act on",
  "prohibition-without-alternative": "A rule only forbids",
  "unused-allowance": "An allowance covers nothing",
  "unknown-lint-rule": "A setting names a rule that does not exist",
} satisfies Record<LintKind, string>;
