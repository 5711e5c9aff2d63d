import type {
  Channel,
  WrittenBound,
  WrittenSelector,
  WrittenStep,
  WrittenTier,
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
}

/** Keys that must all hold; of each, one of the names. */
export type Selector = { [K in keyof WrittenSelector]: string[] };

export type GuardName = Exclude<NonNullable<WrittenStep["guard"]>[number], object>;
export type Guard = { name: GuardName } | { name: "max-bytes"; maxBytes: number; of: "file" | "text" };

/** One step of a pipeline; pipelines run in the order written. */
export type Step =
  | { kind: "guard"; guards: Guard[]; onFail: "error" | "skip" }
  | { kind: "transform"; name: NonNullable<WrittenStep["transform"]> }
  | ({ kind: "bound" } & WrittenBound)
  | ({ kind: "wrap" } & WrittenWrap);

export interface Imports {
  maxDepth: number;
  exclude: string[];
}

interface FileSourceOptions {
  scope: string;
  heading?: string;
  imports?: Imports;
  steps: Step[];
}

/** Files of the scenario's world, under one scope. Paths hold {{fact}} placeholders. */
export type FileSource = FileSourceOptions &
  (
    | { kind: "first"; paths: string[] }
    | { kind: "beside"; names: string[] }
    | { kind: "rules"; dir: string; globsKey: string; globsHeading?: string }
  );

export type Source =
  /** A layer file by profile id: the pattern may hold {{profile}}, {{mode}}, {{caller}} or {{platform}}. */
  | { kind: "file"; files: ReadonlyMap<string, LayerFile> }
  | { kind: "value"; input: string }
  | { kind: "files"; sources: FileSource[] };

export interface Layer {
  id: string;
  tier: Tier;
  channel: Channel;
  read: "once" | "turn" | "watch";
  when: Selector;
  unless: Selector;
  heading?: string;
  /** null: the text is never rendered. */
  vars: string[] | null;
  source: Source;
  steps: Step[];
  empty: "omit" | "keep";
}

export type Variable =
  | { kind: "text"; text: string }
  | { kind: "switch"; on: string; cases: Record<string, string> }
  | { kind: "join"; list: string; separator: string; empty: string };

export interface Input {
  type: "text" | "list";
  default: string | string[];
}

/** One variant of a stack, with every default filled in and every name resolved. */
export interface Stack {
  id: string;
  description: string;
  variant: string;
  /** Path of its stack.yaml. */
  file: string;
  /** Id of its reference scenario. */
  reference: string;
  separator: string;
  end: string;
  tiers: Tier[];
  tools: Tool[];
  inputs: ReadonlyMap<string, Input>;
  vars: ReadonlyMap<string, Variable>;
  /** In prompt order: by channel as declared, tier, then declaration. */
  layers: Layer[];
  profiles: ReadonlyMap<string, Profile>;
}

