import { aLayerFile, aScenario, type Files, type WorldSpec } from "../assemble/testing.ts";
import { memoryTree } from "../load/index.ts";
import { lintProject, type LintResult } from "./index.ts";

/** A repository of one stack: keys of its stack.yaml, layer texts beside core.md, further files, its world. */
export interface LintSpec extends WorldSpec {
  stack?: object;
  /** Text of core.md. */
  core?: string;
  files?: Files;
  /** Files as they were, for rules about changes. */
  before?: Files;
}

const longEnough = "The reason is told here.";

/** Files of the stack `demo`; JSON is YAML, one key a line so that a line tells the key. */
export function demoFiles({ stack, core = "Be brief.\n", files, ...world }: LintSpec, lint?: object): Files {
  const model = { pinned: true, capabilities: ["tools"] };
  const models = [
    { id: "acme:one", window: 1000, ...model },
    { id: "acme:two", window: null, ...model, capabilities: [] },
  ];
  const written = {
    ...{
      strata: 1,
      id: "demo",
      description: "A stack for tests.",
      reference: "reference",
      separator: "\n\n",
    },
    tiers: [
      { id: "core", promise: "build" },
      { id: "session", promise: "session" },
      { id: "turn", promise: "turn" },
    ],
    layers: [{ id: "core", tier: "core", source: { file: "core.md" } }],
    profiles: { main: { tools: "all" } },
    ...stack,
    ...(lint === undefined ? {} : { lint: { ...(stack as { lint?: object } | undefined)?.lint, ...lint } }),
  };
  return {
    "prompts/models.yaml": JSON.stringify({ strata: 1, models }),
    "prompts/demo/stack.yaml": JSON.stringify(written, null, 1),
    "prompts/demo/core.md": aLayerFile(core),
    ...aScenario(world),
    ...files,
  };
}

/** Lints the stack `demo`. */
export function lintDemo(spec: LintSpec, lint?: object): Promise<LintResult> {
  const files = demoFiles(spec, lint);
  const before = spec.before === undefined ? null : memoryTree({ ...files, ...spec.before });
  return lintProject(memoryTree(files), { before });
}

/** An allowance of a rule, with a reason. */
export function allow(rule: string, place: { layer?: string; match?: string }): object {
  return { allow: [{ rule, ...place, reason: longEnough }] };
}
