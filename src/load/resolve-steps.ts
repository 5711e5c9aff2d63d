import type { WrittenStep } from "../schema/index.ts";
import { nearest } from "../util/index.ts";
import type { LayerContext } from "./layer-context.ts";
import { loadContextFile } from "./layer-context.ts";
import { loadFinding } from "./messages.ts";
import type { Guard, OnFail, Step } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** Resolves steps, putting a named pipeline's steps in the place of its name. */
export function resolveSteps(
  written: readonly WrittenStep[] | undefined,
  at: Path,
  context: LayerContext,
  inside: readonly string[] = [],
): Step[] {
  const { pipelines } = context.stack;
  return (written ?? []).flatMap((step, i): Step[] => {
    if (step.use === undefined) return [resolveStep(step, [...at, i], context)];
    const name = step.use;
    const pipeline = Object.hasOwn(pipelines, name) ? pipelines[name] : undefined;
    if (inside.includes(name)) {
      context.report([...at, i, "use"], (place) => loadFinding("pipeline-cycle", { name }, place));
      return [];
    }
    if (pipeline === undefined) {
      const near = nearest(
        name,
        Object.keys(pipelines).filter((key) => !inside.includes(key)),
      );
      context.report([...at, i, "use"], (place) => loadFinding("unknown-pipeline", { name, near }, place));
      return [];
    }
    return resolveSteps(pipeline, ["pipelines", name], context, [...inside, name]);
  });
}

function resolveStep(step: WrittenStep, at: Path, context: LayerContext): Step {
  if (step.guard !== undefined)
    return { kind: "guard", guards: step.guard.map(resolveGuard), onFail: onFailOf(step) };
  if (step.transform !== undefined) return { kind: "transform", name: step.transform };
  if (step.heading !== undefined) return { kind: "heading", text: step.heading };
  if (step.bound !== undefined) return { kind: "bound", ...step.bound };
  const { notice, ...wrap } = step.wrap!;
  const file =
    notice === undefined ? undefined : loadContextFile(notice, undefined, [...at, "wrap", "notice"], context);
  return { kind: "wrap", ...wrap, ...(file === undefined ? {} : { notice: file }) };
}

function onFailOf({ onFail, marker }: WrittenStep): OnFail {
  if (onFail === "block") return { kind: "block", marker: marker! };
  return { kind: onFail ?? "error" };
}

function resolveGuard(guard: NonNullable<WrittenStep["guard"]>[number]): Guard {
  if (typeof guard === "string") return { name: guard };
  if ("scan" in guard) return { name: "scan", scope: guard.scan, window: guard.window, beyond: guard.beyond };
  return { name: "max-bytes", ...guard };
}
