import type { Project } from "../../load/index.ts";
import type { Combination } from "../facts.ts";
import { aProject, type Choice, type ProjectSpec, shop } from "../testing.ts";
import { layerText } from "../layer-text.ts";
import { runSession, type SessionEvent, type SessionStep } from "./index.ts";

/** A combination of a project: by default profile `main` of its first stack for the first model. */
export function combinationIn(project: Project, choice: Choice = {}): Combination {
  const variants =
    choice.stack === undefined ? [...project.stacks.values()][0]! : project.stacks.get(choice.stack)!;
  const stack = variants.get(choice.variant ?? "default")!;
  return {
    stack,
    profile: stack.profiles.get(choice.profile ?? "main")!,
    model: choice.model === undefined ? [...project.models.values()][0]! : project.models.get(choice.model)!,
    scenario: project.scenarios.get(choice.scenario ?? stack.reference)!,
  };
}

/** A stack with one layer of each kind of look, over the files ONCE.md, TURN.md, WATCH.md and those beside a read. */
export const everyLook = {
  inputs: {
    recall: { type: "text", default: "" },
    platform_text: { type: "text", default: "PLATFORM" },
    prefill: { type: "text", default: "" },
  },
  layers: [
    { id: "core", tier: "core", source: { file: "core.md" } },
    { id: "setting", tier: "core", source: { value: "platform_text" } },
    { id: "once", tier: "session", source: { path: "{{workspace}}/ONCE.md" } },
    { id: "turn", tier: "session", read: "turn", source: { path: "{{workspace}}/TURN.md" } },
    {
      ...{ id: "watch", tier: "session", read: "watch" },
      watch: { notice: "RELOADED\n", none: "NOTHING LEFT" },
      source: {
        path: "{{workspace}}/WATCH.md",
        steps: [{ guard: ["no-symlink", "regular", "utf8", { maxBytes: 100 }], onFail: "error" }],
      },
    },
    { id: "recall", tier: "turn", read: "turn", source: { value: "recall" } },
    { id: "prefill", tier: "turn", read: "turn", channel: "prefill", source: { value: "prefill" } },
    {
      ...{ id: "hints", tier: "turn", channel: "tool_result" },
      source: { beside: ["HINT.md", "OTHER.md"], heading: "[{{path}}]", dedupe: true },
    },
  ],
};

/** What the files of {@link everyLook} say, unless a spec has others. */
const files = { "ONCE.md": "ONCE", "TURN.md": "TURN", "WATCH.md": "WATCH" };

/** Runs a session of the stack {@link everyLook} in a world with its files, unless the spec says otherwise. */
export function run(events: readonly SessionEvent[], spec: ProjectSpec = {}): SessionStep[] {
  return runSession(demo(spec), events);
}

export function demo({ stack, workspace, ...rest }: ProjectSpec = {}): Combination {
  const world = { ...files, ...workspace };
  return combinationIn(aProject({ ...rest, stack: { ...everyLook, ...stack }, workspace: world }));
}

export const turn = (values?: Record<string, unknown>): SessionEvent =>
  values === undefined ? { type: "turn" } : { type: "turn", values };
export const turns = (count: number): SessionEvent[] => Array.from({ length: count }, () => turn());
export const read = (path: string): SessionEvent => ({ type: "read", path });
/** Writes a file of the workspace. */
export const write = (
  path: string,
  content: Extract<SessionEvent, { type: "write" }>["content"],
): SessionEvent => ({ type: "write", path: `${shop}/${path}`, content });
export const compaction: SessionEvent = { type: "compaction" };
export const resume: SessionEvent = { type: "resume" };
export const newSession: SessionEvent = { type: "new" };

/** Types of what a step recorded, with the layer concerned. */
export const recordsOf = ({ records }: SessionStep): string[] =>
  records.map((record) => ("layer" in record ? `${record.type} ${record.layer}` : record.type));

/** A layer's bytes in the prompt of a step; null without it. */
export function textIn({ assembly }: SessionStep, id: string): string | null {
  const layer = assembly.layers.find((one) => one.id === id);
  return layer === undefined ? null : layerText(assembly, layer);
}
export const textsIn = (steps: readonly SessionStep[], id: string): (string | null)[] =>
  steps.map((step) => textIn(step, id));
