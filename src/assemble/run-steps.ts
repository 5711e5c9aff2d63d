import { type Entry, fillPlaceholders, type Step } from "../load/index.ts";
import type { Finding } from "../util/index.ts";
import { applyBound } from "./bound.ts";
import type { Facts } from "./facts.ts";
import { decode, failedGuard } from "./guards.ts";
import { resolveLimit } from "./limit.ts";
import { assembleFinding, reasons } from "./messages.ts";
import { noticedBy, transforms } from "./transforms.ts";
import { applyWrap } from "./wrap.ts";

/** What steps work on: a file, whose text is decoded when the first step asks for it, or a text; a rule file is both. */
export interface Subject {
  entry?: Entry;
  text?: string;
}

/** What steps may name, and where their findings go. */
export interface StepContext {
  /** The file as the agent knows it, or the layer. */
  path: string;
  layer: string;
  /** Values of {{scope}}, {{name}}, {{local}} and the like in headings and markers. */
  values: Record<string, string>;
  facts: Facts;
  diagnostics: Finding[];
}

export type StepResult =
  | { kind: "text"; text: string }
  | { kind: "skipped"; reason: string }
  | { kind: "failed"; reason: string; guarded: boolean };

/** Runs steps in the order they are written. */
export function runSteps(steps: readonly Step[], subject: Subject, context: StepContext): StepResult {
  const { entry } = subject;
  let { text } = subject;
  for (const step of steps) {
    if (step.kind === "guard") {
      const failure = failedGuard(step.guards, entry, text, context);
      if (failure === undefined) continue;
      const { reason, ids } = failure;
      if (step.onFail.kind === "skip") return { kind: "skipped", reason };
      if (step.onFail.kind === "error") return { kind: "failed", reason, guarded: true };
      const values: Record<string, string> = {
        ...context.values,
        ...{ file: context.path, ids: ids.join(", ") },
      };
      text = fillPlaceholders(step.onFail.marker, (name) => values[name]);
      continue;
    }
    const decoded = text === undefined ? decode(entry!) : { text };
    if ("reason" in decoded) return { kind: "failed", reason: decoded.reason, guarded: false };
    const result = runTextStep(step, decoded.text, context);
    if (result.kind !== "text") return result;
    text = result.text;
  }
  const decoded = text === undefined ? decode(entry!) : { text };
  if ("reason" in decoded) return { kind: "failed", reason: decoded.reason, guarded: false };
  return { kind: "text", text: decoded.text };
}

function runTextStep(step: Exclude<Step, { kind: "guard" }>, text: string, context: StepContext): StepResult {
  switch (step.kind) {
    case "transform":
      return runTransform(step.name, text, context);
    case "heading":
      return {
        kind: "text",
        text: text.trim() === "" ? text : `${fillHeading(step.text, context)}\n${text}`,
      };
    case "wrap":
      return { kind: "text", text: applyWrap(text, step) };
    case "bound":
      return runBound(step, text, context);
  }
}

function runTransform(
  name: Extract<Step, { kind: "transform" }>["name"],
  text: string,
  { path, layer, diagnostics }: StepContext,
): StepResult {
  const ids = noticedBy(name, text);
  if (ids.length > 0)
    diagnostics.push(assembleFinding("suspicious-text", { path, ids }, { layer }, "warning"));
  return { kind: "text", text: transforms[name](text) };
}

/** A heading with the file's path, its scope and whatever else is known of it. */
export function fillHeading(heading: string, { path, values }: StepContext): string {
  return fillPlaceholders(heading, (name) => (name === "path" ? path : values[name]));
}

function runBound(step: Extract<Step, { kind: "bound" }>, text: string, context: StepContext): StepResult {
  const { unit, marker, cut } = step;
  const max = resolveLimit(step.max, context.facts);
  const result = applyBound(text, { ...step, max }, { ...context.values, file: context.path });
  if (result.kind === "cut" && marker === "") {
    const args = { path: context.path, max, unit };
    context.diagnostics.push(
      assembleFinding("cut-without-marker", args, { layer: context.layer }, "warning"),
    );
  }
  if (result.kind !== "over") return { kind: "text", text: result.text };
  const reason = reasons.overBound(result.size, max, unit);
  return cut === "skip" ? { kind: "skipped", reason } : { kind: "failed", reason, guarded: true };
}
