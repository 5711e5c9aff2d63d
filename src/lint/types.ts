import type { AssembledTexts, CountTokens } from "../assemble/index.ts";
import type { Profile, Stack } from "../load/index.ts";
import type { WrittenLint, WrittenModel } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import type { LintArgs, LintKind } from "./messages.ts";
import type { Prose } from "./text/prose.ts";
import type { Repeats } from "./text/repeats.ts";

export type LintSeverity = "off" | "warning" | "error";

/** A finding of a rule. */
export interface LintFinding extends Finding {
  severity: "error" | "warning";
  /** The rule guesses from wording: it can be wrong. */
  heuristic: boolean;
}

/**
 * Where a text comes from: a layer file of a stack, a file of the reference scenario that a prompt takes in, a file
 * that was named, or the settings of a stack.
 */
export type TextRole = "layer" | "memory" | "file" | "settings";

/** A text that reaches a prompt. */
export interface PromptText {
  role: TextRole;
  /** Relative to the repository root. */
  file: string;
  /** Canonical; of a layer file without its front matter. */
  text: string;
  /** Line of the file on which `text` starts, from 1. */
  firstLine: number;
  /** Ids of the layers it stands in. */
  layers: readonly string[];
  /** Part of a cached prefix. Files that were named are taken to be. */
  cached: boolean;
  /** Whether `{{name}}` in it is filled in. */
  rendered: boolean;
  /** Names among its variables that hold a time of day. */
  clockNames: readonly string[];
  /** The file as it is on disk, decoded; null for a file that is not the stack's to change. */
  raw: string | null;
  /** The agent follows `@path` mentions; null when it does not, or nobody knows. */
  exists: ((mention: string) => boolean) | null;
  /** Its Markdown without code, worked out on first use. */
  readonly prose: Prose;
}

/** One profile's prompt for the first model, in the reference scenario. */
export interface Prompt {
  /** null for files without a stack. */
  profile: Profile | null;
  assembly: AssembledTexts | null;
  /** The texts that stand in it, in prompt order. */
  texts: readonly PromptText[];
}

/** An assembly with the model it is for. */
export interface Fork {
  profile: string;
  model: WrittenModel;
  /** By layer id. */
  texts: ReadonlyMap<string, string>;
}

/** A file of the stack that differs from the one it is compared with. */
export interface ChangedFile {
  file: string;
  /** The glob of `lint.builder` that names it. */
  glob: string;
}

/** What rules may look at. A rule sees only what it declares, so that what fails to load or assemble silences no other. */
export interface LintInputs {
  /** One text; the rule runs once for each. */
  text: PromptText;
  /** The stack's lint settings, or the defaults. */
  settings: WrittenLint;
  /** One variant of a stack; the rule runs once for each. */
  stack: Stack;
  /** Line of a layer in stack.yaml. */
  layerLine: (layer: string) => number;
  /** The prompts of a variant that assemble, one per profile. */
  prompts: readonly Prompt[];
  /** Finds the sentences that texts have in common. */
  repeats: Repeats;
  /** What each profile gets for models that differ in all that the stack asks of a model. */
  forks: readonly (readonly Fork[])[];
  /** Loads the tokenizer. */
  loadTokenizer: () => Promise<CountTokens>;
  /** All variants of a stack; the rule runs once. */
  variants: readonly Stack[];
  /** Text files in the stack's folder. */
  files: readonly string[];
  /** Every text of the stack. */
  texts: readonly PromptText[];
  /** Windows of lines of the reference workspace: which file holds this run of lines. */
  workspaceLines: () => ReadonlyMap<string, string>;
  /** Builder files that differ from the revision compared with. */
  changes: readonly ChangedFile[];
}

/** What a rule found. `line` is a line of the file; without `file` it is the text's. */
export interface Hit<K extends LintKind = LintKind> {
  args: LintArgs<K>;
  line: number;
  file?: string;
  layer?: string;
}

export interface Rule {
  kind: LintKind;
  severity: LintSeverity;
  /** It guesses from wording, so it can be wrong, and is never an error by default. */
  heuristic: boolean;
  inputs: readonly (keyof LintInputs)[];
  run(inputs: LintInputs): Iterable<Hit> | Promise<Iterable<Hit>>;
}

/** A rule, typed by what it declares. */
export interface RuleOf<K extends LintKind, I extends keyof LintInputs> {
  kind: K;
  severity: LintSeverity;
  heuristic: boolean;
  inputs: readonly I[];
  run(inputs: Pick<LintInputs, I>): Iterable<Hit<K>> | Promise<Iterable<Hit<K>>>;
}

export function defineRule<K extends LintKind, const I extends keyof LintInputs>(rule: RuleOf<K, I>): Rule {
  return rule as unknown as Rule;
}
