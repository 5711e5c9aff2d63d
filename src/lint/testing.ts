import { aLayerFile, aScenario, demoStack, type Files, type WorldSpec } from "../assemble/testing.ts";
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
  const own = { ...(stack as { lint?: object } | undefined)?.lint, ...lint };
  const written = demoStack({ ...stack, ...(lint === undefined ? {} : { lint: own }) });
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
