import type {
  Channel,
  WrittenBasicSource,
  WrittenBound,
  WrittenCompaction,
  WrittenEntries,
  WrittenFolder,
  WrittenIndex,
  WrittenJsonLines,
  WrittenLint,
  WrittenOverride,
  WrittenSession,
  WrittenStep,
  WrittenTier,
  WrittenWalk,
  WrittenWatch,
  WrittenWrap,
} from "../schema/index.ts";
import type { LayerFile } from "./layer-file.ts";

export interface Tier {
  id: string;
  promise: WrittenTier["promise"];
  /** Part of the cached prefix. */
  cached: boolean;
  /** Position among the stack's tiers, from 0. */
  index: number;
}

export interface Tool {
  name: string;
  description?: string;
  mutates: boolean;
}

/** A way the agent runs, with its tools in the stack's order. */
export interface Profile {
  id: string;
  description?: string;
  tools: Tool[];
  mode?: string;
  caller?: string;
  platform?: string;
  flags: string[];
  readOnly: boolean;
  /** Tools that are refused although the agent has them elsewhere. */
  denied: string[];
  /** Id of the contract that its answers keep. */
  contract?: string;
  turns?: number;
}

/** Keys that must all hold; of each, one of the names. */
export interface Selector {
  profile?: string[];
  mode?: string[];
  caller?: string[];
  platform?: string[];
  flag?: string[];
  tool?: string[];
  model?: string[];
  modelSetting?: { input: string; auto: string[] };
  input?: Record<string, string[]>;
}

export type GuardName = Extract<NonNullable<WrittenStep["guard"]>[number], string>;
export type ScanScope = Extract<NonNullable<WrittenStep["guard"]>[number], { scan: unknown }>["scan"];
export type Guard =
  | { name: GuardName }
  | { name: "max-bytes"; maxBytes: number; of: "file" | "text" }
  | { name: "scan"; scope: ScanScope; window: number; beyond: "warn" | "fail" };

/** What happens to a text whose guard fails. */
export type OnFail = { kind: "error" } | { kind: "skip" } | { kind: "block"; marker: string };

/** A wrap with its notice loaded. */
export interface Wrap extends Omit<WrittenWrap, "notice"> {
  notice?: LayerFile;
}

/** One step of a pipeline; pipelines run in the order written. */
export type Step =
  | { kind: "guard"; guards: Guard[]; onFail: OnFail }
  | { kind: "transform"; name: NonNullable<WrittenStep["transform"]> }
  | { kind: "heading"; text: string }
  | ({ kind: "bound" } & WrittenBound)
  | ({ kind: "wrap" } & Wrap);

export interface Imports {
  maxDepth: number;
  exclude: string[];
}

interface FileSourceOptions {
  scope: string;
  heading?: string;
  imports?: Imports;
  entries?: Entries;
  jsonLines?: WrittenJsonLines;
  steps: Step[];
  /** keep: a file that is there but blank still stands. */
  empty: "omit" | "keep";
  /** Shown with its absolute path. */
  absolute: boolean;
  /** What a link to nothing is. */
  dangling: "absent" | "error";
}

/** A file that is a list of entries. */
export interface Entries extends Omit<WrittenEntries, "steps"> {
  steps: Step[];
}

/** Files of the scenario's world, under one scope. Paths hold {{fact}} placeholders. */
export type FileSource = FileSourceOptions &
  (
    | { kind: "first"; paths: string[] }
    | { kind: "given"; paths: string[] }
    | { kind: "beside"; names: string[]; levels?: number }
    | { kind: "rules"; dir: string; globsKey: string; globsHeading?: string }
    | ({ kind: "walk" } & WrittenWalk)
    | ({ kind: "folder" } & WrittenFolder)
    | ({ kind: "index" } & WrittenIndex)
  );

/** Files that are joined and shaped together. */
export interface FileGroup {
  sources: FileSource[];
  separator: string;
  steps: Step[];
  /** What the steps call the joined text. */
  name?: string;
}

/** A layer file for each profile that can select the layer. */
export type LayerFiles = ReadonlyMap<string, LayerFile>;

export type Source =
  /** A pattern that may hold {{profile}}, {{mode}}, {{caller}} or {{platform}}. */
  | { kind: "file"; files: LayerFiles }
  /** With a key: the entry of a map that the value of this fact picks. */
  | {
      kind: "value";
      input: string;
      key?: string;
      render: WrittenBasicSource["render"];
      /** What stands for each text that the renderer gives. */
      texts?: Record<string, string>;
    }
  /** The first group that gives a text wins. */
  | { kind: "files"; groups: FileGroup[]; dedupe: boolean }
  | { kind: "report"; layer: string; heading?: string; active: string; suppressed: string }
  | { kind: "parts"; parts: Source[]; separator: string };

/** Text that the user puts behind or in place of a layer's own. */
export type Override = WrittenOverride;

export interface Layer {
  id: string;
  tier: Tier;
  channel: Channel;
  read: "once" | "start" | "turn" | "watch";
  /** Set for read: watch. */
  watch: WrittenWatch | null;
  when: Selector;
  unless: Selector;
  heading?: string;
  /** null: the text is never rendered. */
  vars: string[] | null;
  source: Source;
  /** Stands in when the source gives no text. */
  fallback: LayerFiles | null;
  override?: Override;
  steps: Step[];
  empty: "omit" | "keep" | "error";
  /** Records show the layer's id in place of its text. */
  secret: boolean;
  /** What a compaction makes of it. */
  onCompact: "keep" | "reread" | "summarize" | "drop";
}

/** How a stack makes its conversations shorter. */
export interface Compaction extends Omit<WrittenCompaction, "trigger"> {
  trigger: Omit<WrittenCompaction["trigger"], "when"> & { when: Selector };
}

export type Variable =
  | { kind: "text"; text: string }
  | { kind: "switch"; on: string; cases: Record<string, string> }
  | { kind: "join"; list: string; separator: string; empty: string };

export interface Input {
  type: "text" | "list" | "data";
  /** Any JSON value of that type. */
  default: unknown;
}

/** What a structured answer must be like. */
export interface Contract {
  id: string;
  schema: object;
  /** Names of validators for what JSON Schema cannot say. */
  rules: string[];
}

/** One variant of a stack, with every default filled in and every name resolved. */
export interface Stack {
  id: string;
  description: string;
  variant: string;
  /** Path of its stack.yaml. */
  file: string;
  /** Line of a place in it, in this variant's own patch where it stands there. */
  lineAt(path: readonly PropertyKey[]): number;
  /** Id of its reference scenario. */
  reference: string;
  separator: string;
  /** Separators of channels where they differ. */
  channelSeparators: Partial<Record<Channel, string>>;
  end: string;
  /** Around every system layer; null for none. */
  frame: { prefix: string; suffix: string } | null;
  tiers: Tier[];
  tools: Tool[];
  session: WrittenSession;
  /** null: nothing is said of compaction. */
  compaction: Compaction | null;
  contracts: ReadonlyMap<string, Contract>;
  inputs: ReadonlyMap<string, Input>;
  vars: ReadonlyMap<string, Variable>;
  /** In prompt order: by channel as declared, tier, then declaration. */
  layers: Layer[];
  profiles: ReadonlyMap<string, Profile>;
  /** What the linter is told; no part of the prompt. */
  lint: WrittenLint;
}
