import type { WrittenLayer } from "../schema/index.ts";
import { nearest } from "../util/index.ts";
import { checkTemplate } from "./check-template.ts";
import { textFacts } from "./facts.ts";
import type { LayerContext } from "./layer-context.ts";
import { resolveLayerFiles } from "./layer-files.ts";
import { loadFinding } from "./messages.ts";
import { findPlaceholders } from "./placeholders.ts";
import { checkFact, checkInput, resolveSource } from "./resolve-source.ts";
import { resolveSteps } from "./resolve-steps.ts";
import { resolveSelector } from "./selector.ts";
import type { Layer, LayerFiles, Selector, Source } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** Resolves one layer; undefined when its tier is unknown. */
export function resolveLayer(written: WrittenLayer, at: Path, context: LayerContext): Layer | undefined {
  const { report, tiers } = context;
  const tier = tiers.get(written.tier);
  if (tier === undefined) {
    const near = nearest(written.tier, tiers.keys());
    report([...at, "tier"], (place) => loadFinding("unknown-tier", { name: written.tier, near }, place));
  }
  checkSelectorNames(written, at, context);
  const source = resolveSource(written, [...at, "source"], context);
  const fallback = resolveFallback(written, [...at, "source"], context);
  checkVars(written, [...layerFilesOf(source), fallback], at, context);
  if (tier === undefined) return undefined;
  const { id, channel, read, empty, secret } = written;
  const { override } = written.source;
  if (override !== undefined) {
    checkInput(override.input, [...at, "source", "override", "input"], context);
    checkFact(override.key, [...at, "source", "override", "key"], context);
  }
  return {
    ...{ id, tier, channel, read, empty, secret, source, fallback },
    onCompact: written.onCompact ?? (isRebuilt(written, context.stack) ? "reread" : "keep"),
    vars: written.vars ?? null,
    watch: written.watch ?? null,
    when: resolveSelector(written.when ?? {}),
    unless: resolveSelector(written.unless ?? {}),
    steps: resolveSteps(written.steps, [...at, "steps"], context),
    ...(override === undefined ? {} : { override }),
    ...(written.heading === undefined ? {} : { heading: written.heading }),
  };
}

function isRebuilt({ read }: WrittenLayer, { session }: LayerContext["stack"]): boolean {
  return session.rebuildOn.includes("compaction") && read !== "start";
}

function resolveFallback(written: WrittenLayer, at: Path, context: LayerContext): LayerFiles | null {
  const { fallback } = written.source;
  return fallback === undefined
    ? null
    : resolveLayerFiles(fallback, written, "error", [...at, "fallback"], context);
}

function layerFilesOf(source: Source): LayerFiles[] {
  if (source.kind === "parts") return source.parts.flatMap(layerFilesOf);
  return source.kind === "file" ? [source.files] : [];
}

function checkVars(
  written: WrittenLayer,
  maps: (LayerFiles | null)[],
  at: Path,
  context: LayerContext,
): void {
  const { vars } = written;
  if (vars === undefined) return;
  const { stack, report } = context;
  const texts = Object.entries(stack.inputs).filter(([, { type }]) => type === "text");
  const known = [...textFacts, ...Object.keys(stack.vars), ...texts.map(([name]) => name)];
  const unknown = vars.filter((name) => !known.includes(name));
  for (const name of unknown) {
    report([...at, "vars", vars.indexOf(name)], (place) =>
      loadFinding("unknown-fact", { name, near: nearest(name, known) }, place),
    );
  }
  // A mistyped name would be reported again by each text that uses the right one.
  if (unknown.length > 0) return;
  const files = new Set(maps.flatMap((map) => [...(map?.values() ?? [])]));
  // A map without files is one whose files did not load, which has been said.
  const declared = maps.some((map) => map !== null);
  if (!declared && findPlaceholders(written.heading ?? "").placeholders.length === 0) {
    report([...at, "vars"], (place) => loadFinding("vars-without-file", {}, place));
    return;
  }
  const { findings, unused } = checkTemplate([...files], vars, written.heading);
  for (const { name } of findPlaceholders(written.heading ?? "").placeholders) {
    if (vars.includes(name)) continue;
    report([...at, "heading"], (place) =>
      loadFinding("undeclared-variable", { name, near: nearest(name, vars) }, place),
    );
  }
  for (const finding of findings) report(at, () => finding);
  for (const name of unused) {
    report([...at, "vars", vars.indexOf(name)], (place) => loadFinding("unused-variable", { name }, place));
  }
}

/** A mode, caller, platform or flag that no profile has would select nothing, without a word. */
function checkProfileKeys(selector: Selector, at: Path, { profiles, report }: LayerContext): void {
  for (const key of ["mode", "caller", "platform", "flag"] as const) {
    const names = selector[key];
    if (names === undefined) continue;
    const known = [...profiles.values()].flatMap((profile) =>
      key === "flag" ? profile.flags : (profile[key] ?? []),
    );
    names.forEach((name, i) => {
      if (known.includes(name)) return;
      const args = { key, name, near: nearest(name, known) };
      report([...at, key, i], (place) => loadFinding("unknown-key", args, place));
    });
  }
}

/** Names in selectors that no profile, tool or input has. */
export function checkSelectorNames(
  written: Pick<WrittenLayer, "when" | "unless">,
  at: Path,
  context: LayerContext,
): void {
  const { profiles, stack, report } = context;
  for (const key of ["when", "unless"] as const) {
    const selector = resolveSelector(written[key] ?? {});
    (selector.profile ?? []).forEach((name, i) => {
      if (profiles.has(name)) return;
      const near = nearest(name, profiles.keys());
      report([...at, key, "profile", i], (place) => loadFinding("unknown-profile", { name, near }, place));
    });
    checkProfileKeys(selector, [...at, key], context);
    for (const name of selector.tool ?? []) {
      if (Object.hasOwn(stack.tools, name)) continue;
      const near = nearest(name, Object.keys(stack.tools));
      report([...at, key, "tool"], (place) => loadFinding("unknown-tool", { name, near }, place));
    }
    for (const name of Object.keys(selector.input ?? {}))
      checkInput(name, [...at, key, "input", name], context);
    const setting = selector.modelSetting;
    if (setting !== undefined) checkInput(setting.input, [...at, key, "modelSetting", "input"], context);
  }
}
