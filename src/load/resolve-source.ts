import type { WrittenBasicSource, WrittenFileSource, WrittenLayer } from "../schema/index.ts";
import { nearest } from "../util/index.ts";
import { pathFacts, textFacts } from "./facts.ts";
import type { LayerContext } from "./layer-context.ts";
import { resolveLayerFiles } from "./layer-files.ts";
import { loadFinding } from "./messages.ts";
import { findPlaceholders } from "./placeholders.ts";
import { resolveSteps } from "./resolve-steps.ts";
import type { FileGroup, FileSource, Source } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** Resolves what a layer's text comes from. */
export function resolveSource(layer: WrittenLayer, at: Path, context: LayerContext): Source {
  const { parts, separator } = layer.source;
  if (parts === undefined) return resolveBasic(layer.source, layer, at, context);
  const resolved = parts.map((part, i) => resolveBasic(part, layer, [...at, "parts", i], context));
  return { kind: "parts", parts: resolved, separator };
}

function resolveBasic(
  source: WrittenBasicSource,
  layer: WrittenLayer,
  at: Path,
  context: LayerContext,
): Source {
  if (source.file !== undefined) {
    return {
      kind: "file",
      files: resolveLayerFiles(source.file, layer, source.missing, [...at, "file"], context),
    };
  }
  if (source.value !== undefined) {
    const { value, key, render, texts } = source;
    checkInput(value, [...at, "value"], context);
    if (key !== undefined) checkFact(key, [...at, "key"], context);
    return {
      ...{ kind: "value", input: value, render },
      ...(key === undefined ? {} : { key }),
      ...(texts === undefined ? {} : { texts }),
    };
  }
  if (source.report !== undefined) {
    checkLayer(source.report, [...at, "report"], context);
    return {
      ...{ kind: "report", layer: source.report },
      ...(source.heading === undefined ? {} : { heading: source.heading }),
      ...{ active: source.active ?? "{{path}}", suppressed: source.suppressed ?? "{{path}}: {{reason}}" },
    };
  }
  return { kind: "files", groups: resolveGroups(source, layer, at, context), dedupe: source.dedupe };
}

function resolveGroups(
  source: WrittenBasicSource,
  layer: WrittenLayer,
  at: Path,
  context: LayerContext,
): FileGroup[] {
  const { separator } = source;
  const scope = source.scope ?? layer.id;
  if (source.ranked !== undefined) {
    return [{ sources: resolveRanked(source.ranked, [...at, "ranked"], context), separator, steps: [] }];
  }
  if (source.firstMatch === undefined) {
    return [{ sources: [resolveFileSource(source, scope, at, context)], separator, steps: [] }];
  }
  return source.firstMatch.map((alternative, i) => {
    const place = [...at, "firstMatch", i];
    return {
      sources: alternative.files.map((file, j) =>
        resolveFileSource(file, file.scope ?? scope, [...place, "files", j], context),
      ),
      separator: alternative.separator ?? separator,
      steps: resolveSteps(alternative.steps, [...place, "steps"], context),
      ...(alternative.name === undefined ? {} : { name: alternative.name }),
    };
  });
}

/** Ranked sources in the order that decides precedence; a pinned scope comes last whatever the order. */
function resolveRanked(
  { order, pinnedLast, entries }: NonNullable<WrittenBasicSource["ranked"]>,
  at: Path,
  context: LayerContext,
): FileSource[] {
  const known = Object.keys(entries);
  const check = (name: string, path: Path): boolean => {
    if (known.includes(name)) return true;
    context.report(path, (place) =>
      loadFinding("unknown-scope", { name, near: nearest(name, known) }, place),
    );
    return false;
  };
  if (pinnedLast !== undefined) check(pinnedLast, [...at, "pinnedLast"]);
  const scopes = order.filter((scope, i) => check(scope, [...at, "order", i]));
  const pinned = scopes.filter((scope) => scope === pinnedLast);
  return [...scopes.filter((scope) => scope !== pinnedLast), ...pinned].map((scope) =>
    resolveFileSource(entries[scope]!, scope, [...at, "entries", scope], context),
  );
}

function resolveFileSource(
  written: Omit<WrittenFileSource, "scope">,
  scope: string,
  at: Path,
  context: LayerContext,
): FileSource {
  const { heading, imports, entries, jsonLines, empty, absolute, dangling } = written;
  const options = {
    ...{ scope, empty, absolute, dangling },
    steps: resolveSteps(written.steps, [...at, "steps"], context),
    ...(heading === undefined ? {} : { heading }),
    ...(imports === undefined ? {} : { imports }),
    ...(entries === undefined
      ? {}
      : {
          entries: { ...entries, steps: resolveSteps(entries.steps, [...at, "entries", "steps"], context) },
        }),
    ...(jsonLines === undefined ? {} : { jsonLines }),
  };
  checkHeading(heading, [...at, "heading"], context);
  checkHeading(written.rules?.globsHeading, [...at, "rules", "globsHeading"], context);
  const { walk, folder, index, rules, beside, levels, given } = written;
  const paths = written.path === undefined ? (written.first ?? given ?? []) : [written.path];
  const list = written.first === undefined ? "given" : "first";
  paths.forEach((pattern, i) =>
    checkPathPattern(pattern, [...at, ...(written.path === undefined ? [list, i] : ["path"])], context),
  );
  if (rules !== undefined) checkPathPattern(rules.dir, [...at, "rules", "dir"], context);
  if (folder !== undefined) checkPathPattern(folder.dir, [...at, "folder", "dir"], context);
  if (index !== undefined) checkPathPattern(index.dir, [...at, "index", "dir"], context);
  if (walk !== undefined) checkPathPattern(walk.to, [...at, "walk", "to"], context);
  if (walk !== undefined && walk.from !== "") checkPathPattern(walk.from, [...at, "walk", "from"], context);
  if (beside !== undefined) {
    return { ...options, kind: "beside", names: beside, ...(levels === undefined ? {} : { levels }) };
  }
  if (rules !== undefined) return { ...options, kind: "rules", ...rules };
  if (walk !== undefined) return { ...options, kind: "walk", ...walk };
  if (folder !== undefined) {
    if (folder.only !== undefined) checkInput(folder.only, [...at, "folder", "only"], context);
    return { ...options, kind: "folder", ...folder };
  }
  if (index !== undefined) return { ...options, kind: "index", ...index };
  return { ...options, kind: given === undefined ? "first" : "given", paths };
}

/** Names that a heading of files may hold; anything else would stand in the prompt as written. */
const headingNames = ["path", "local", "scope", "name", "description", "globs"];

function checkHeading(heading: string | undefined, at: Path, { report }: LayerContext): void {
  for (const { name } of findPlaceholders(heading ?? "").placeholders) {
    if (headingNames.includes(name)) continue;
    const near = nearest(name, headingNames);
    report(at, (place) => loadFinding("unknown-fact", { name, near }, place));
  }
}

/** A path starts at one of the roots, or at an input that holds a path, and never climbs out of it. */
function checkPathPattern(pattern: string, at: Path, { stack, report }: LayerContext): void {
  const inputs = Object.keys(stack.inputs);
  const known: readonly string[] = [...pathFacts, ...inputs];
  const unknown = findPlaceholders(pattern).placeholders.filter(({ name }) => !known.includes(name));
  for (const { name } of unknown) {
    report(at, (place) => loadFinding("unknown-fact", { name, near: nearest(name, known) }, place));
  }
  if (unknown.length > 0) return;
  const [root, ...rest] = pattern.split("/");
  const start = /^\{\{(\w+)\}\}$/.exec(root ?? "")?.[1] ?? "";
  const roots = ["workspace", "home", "managed", "cwd", "git_root", ...inputs];
  if (!roots.includes(start)) report(at, (place) => loadFinding("rootless-path", { path: pattern }, place));
  else if (leavesRoot(rest)) report(at, (place) => loadFinding("outside-root", { path: pattern }, place));
}

function leavesRoot(parts: string[]): boolean {
  let depth = 0;
  for (const part of parts) {
    depth += part === ".." ? -1 : part === "." || part === "" ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Reports a fact that no assembly has. */
export function checkFact(name: string, at: Path, { stack, report }: LayerContext): void {
  const known = [...textFacts, ...Object.keys(stack.vars), ...Object.keys(stack.inputs)];
  if (known.includes(name)) return;
  report(at, (place) => loadFinding("unknown-fact", { name, near: nearest(name, known) }, place));
}

/** Reports an input that the stack does not declare. */
export function checkInput(name: string, at: Path, { stack, report }: LayerContext): void {
  if (Object.hasOwn(stack.inputs, name)) return;
  const near = nearest(name, Object.keys(stack.inputs));
  report(at, (place) => loadFinding("unknown-input", { name, near }, place));
}

/** A layer id that the stack does not have. */
export function checkLayer(name: string, at: Path, { stack, report }: LayerContext): void {
  const known = stack.layers.map(({ id }) => id);
  if (known.includes(name)) return;
  report(at, (place) => loadFinding("unknown-layer", { name, near: nearest(name, known) }, place));
}
