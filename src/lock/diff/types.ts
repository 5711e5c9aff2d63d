import type { Project, Prompts } from "../../load/index.ts";
import type { Sha256 } from "../../util/index.ts";
import type { LayerChange } from "./diff-assemblies.ts";
import type { FileChange } from "./layer-files.ts";
import type { PrefixChange } from "./shared-prefix.ts";

/** A value on each side. */
export interface Pair<T> {
  before: T;
  after: T;
}

/** Which combinations of two projects are compared. A list that is not given selects all. */
export interface DiffChoice {
  stacks?: readonly string[] | undefined;
  profiles?: readonly string[] | undefined;
  models?: readonly string[] | undefined;
  /** In place of each stack's reference scenario. */
  scenario?: string | undefined;
  /** One variant, profile or model with another. Not given: each with the one of its name on the other side. */
  variant?: Pair<string> | undefined;
  profile?: Pair<string> | undefined;
  model?: Pair<string> | undefined;
}

/** Two versions of the prompts, and which of their files were renamed from the first to the second. */
export interface DiffInput {
  before: Prompts;
  /** With the cases that guard. */
  after: Prompts & Pick<Project, "cases">;
  /** As findings name them. */
  refs: Pair<string>;
  renames: ReadonlyMap<string, string>;
}

/** What differs between two projects. */
export interface ProjectDiff {
  stacks: StackDiff[];
  /** Ids of models that one side alone knows. */
  models: { added: string[]; removed: string[] };
}

/** What differs between the two sides of a stack. */
export interface StackDiff {
  stack: string;
  /** added, removed: the stack is on one side alone. */
  kind: "compared" | "added" | "removed";
  /** Each change of a layer once, whatever number of assembled texts it is in. */
  changes: LayerChange[];
  /** Changed layer files that are in no assembled text of the scenario. */
  unseen: FileChange[];
  /** Assembled texts that differ, or whose recipe does. */
  combinations: CombinationDiff[];
  /** How many assembled texts are equal. */
  equal: number;
  /** Variants and profiles that one side alone has. */
  variants: { added: string[]; removed: string[] };
  profiles: { added: string[]; removed: string[] };
  /** Ids of the cases that look for something in a changed line. */
  cases: string[];
}

/** Two assembled texts. */
export interface CombinationDiff {
  variant: Pair<string>;
  profile: Pair<string>;
  model: Pair<string>;
  scenario: string;
  /** Positions in the stack's `changes`; none when the settings alone differ. */
  changes: number[];
  /** Layers that are the same. */
  same: string[];
  hash: Pair<Sha256>;
  recipeHash: Pair<Sha256>;
  bytes: Pair<number>;
  /** Of the system channel; `estimate` unless the tokenizer is the vendor's own. */
  tokens: Pair<number> & { estimate: boolean };
  prefix: PrefixChange;
}
