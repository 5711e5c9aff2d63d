import type { WrittenFileSource, WrittenLayer, WrittenStack, WrittenStep } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import { nearest } from "../util/index.ts";
import { pathFacts } from "./facts.ts";
import { loadFinding } from "./messages.ts";
import { findPlaceholders } from "./placeholders.ts";
import type { FileSource, Guard, Step } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** Where findings about a place of the stack go. */
export interface Report {
  (path: Path, make: (place: { file: string; line: number }) => Finding): void;
}

/** The file sources of a layer in the order that decides precedence; a pinned scope comes last whatever the order. */
export function resolveFileSources(layer: WrittenLayer, stack: WrittenStack, at: Path, report: Report): FileSource[] {
  const { source } = layer;
  if (source.ranked === undefined) {
    return [resolveFileSource(source, source.scope ?? layer.id, stack, at, report)];
  }
  const { order, pinnedLast, entries } = source.ranked;
  const known = Object.keys(entries);
  const check = (name: string, path: Path): boolean => {
    if (known.includes(name)) return true;
    report(path, (place) => loadFinding("unknown-scope", { name, near: nearest(name, known) }, place));
    return false;
  };
  const rankedAt = [...at, "ranked"];
  if (pinnedLast !== undefined) check(pinnedLast, [...rankedAt, "pinnedLast"]);
  const scopes = order.filter((scope, i) => check(scope, [...rankedAt, "order", i]));
  const pinned = scopes.filter((scope) => scope === pinnedLast);
  return [...scopes.filter((scope) => scope !== pinnedLast), ...pinned].map((scope) =>
    resolveFileSource(entries[scope]!, scope, stack, [...rankedAt, "entries", scope], report),
  );
}

function resolveFileSource(
  written: WrittenFileSource,
  scope: string,
  stack: WrittenStack,
  at: Path,
  report: Report,
): FileSource {
  const options = {
    scope,
    steps: resolveSteps(written.steps ?? [], stack, [...at, "steps"], report),
    ...(written.heading === undefined ? {} : { heading: written.heading }),
    ...(written.imports === undefined ? {} : { imports: written.imports }),
  };
  const paths = written.path === undefined ? (written.first ?? []) : [written.path];
  for (const pattern of [...paths, ...(written.rules === undefined ? [] : [written.rules.dir])]) {
    checkPathPattern(pattern, at, report);
  }
  if (written.beside !== undefined) return { ...options, kind: "beside", names: written.beside };
  if (written.rules !== undefined) return { ...options, kind: "rules", ...written.rules };
  return { ...options, kind: "first", paths };
}

function checkPathPattern(pattern: string, at: Path, report: Report): void {
  const known: readonly string[] = pathFacts;
  for (const { name } of findPlaceholders(pattern).placeholders) {
    if (known.includes(name)) continue;
    report(at, (place) => loadFinding("unknown-fact", { name, near: nearest(name, known) }, place));
  }
  // Whatever the root is, leading dots after it leave it.
  const [root, ...rest] = pattern.split("/");
  if (!/^\{\{(workspace|home|managed)\}\}$/.test(root ?? "") || leavesRoot(rest)) {
    report(at, (place) => loadFinding("outside-root", { path: pattern }, place));
  }
}

function leavesRoot(parts: string[]): boolean {
  let depth = 0;
  for (const part of parts) {
    depth += part === ".." ? -1 : part === "." || part === "" ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Resolves steps, putting a named pipeline's steps in the place of its name. */
export function resolveSteps(
  written: readonly WrittenStep[],
  stack: WrittenStack,
  at: Path,
  report: Report,
  inside: readonly string[] = [],
): Step[] {
  return written.flatMap((step, i): Step[] => {
    if (step.use === undefined) return [resolveStep(step)];
    const pipeline = stack.pipelines[step.use];
    const name = step.use;
    if (pipeline === undefined || inside.includes(name)) {
      const near = nearest(name, Object.keys(stack.pipelines).filter((key) => !inside.includes(key)));
      report([...at, i, "use"], (place) => loadFinding("unknown-pipeline", { name, near }, place));
      return [];
    }
    return resolveSteps(pipeline, stack, ["pipelines", name], report, [...inside, name]);
  });
}

function resolveStep(step: WrittenStep): Step {
  if (step.guard !== undefined) {
    return { kind: "guard", guards: step.guard.map(resolveGuard), onFail: step.onFail ?? "error" };
  }
  if (step.transform !== undefined) return { kind: "transform", name: step.transform };
  if (step.bound !== undefined) return { kind: "bound", ...step.bound };
  return { kind: "wrap", ...step.wrap! };
}

function resolveGuard(guard: NonNullable<WrittenStep["guard"]>[number]): Guard {
  return typeof guard === "string" ? { name: guard } : { name: "max-bytes", ...guard };
}
