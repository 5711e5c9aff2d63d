import { fillPlaceholders, type Layer, type LayerFile, type Source } from "../load/index.ts";
import type { Finding } from "../util/index.ts";
import { applyOverride } from "./apply-override.ts";
import { collectFiles, type Document, type Exclude } from "./collect-files.ts";
import type { Combination, Facts } from "./facts.ts";
import { assembleFinding, reasons } from "./messages.ts";
import { renderReport } from "./render-report.ts";
import { renderers, RenderError } from "./renderers/index.ts";
import { runSteps } from "./run-steps.ts";
import type { SourceUse } from "./types.ts";

/** A layer's bytes, or why it has none. */
export type RenderedLayer = {
  file?: LayerFile;
  /** Files of the world that its text is made of. */
  documents: readonly Document[];
  sources: readonly SourceUse[];
  diagnostics: readonly Finding[];
} & ({ text: string } | { reason: string });

/** What a layer is rendered from, beside itself. */
export interface RenderContext {
  combination: Combination;
  facts: Facts;
  /** Files considered for the layers before this one. */
  earlier: ReadonlyMap<string, readonly SourceUse[]>;
  /** Files that a session showed before. */
  exclude?: Exclude;
}

/** Resolves, renders and shapes one layer: source, fallback, template, override, steps, heading. */
export function renderLayer(layer: Layer, context: RenderContext): RenderedLayer {
  const { combination, facts } = context;
  const origin = withFallback(readSource(layer.source, layer, context), layer, context);
  const { sources, diagnostics, documents = [], file } = origin;
  const shared = { sources, diagnostics, documents, ...(file === undefined ? {} : { file }) };
  const { override } = layer;
  const text = override === undefined ? origin.text : applyOverride(origin.text, override, facts);
  const steps = { path: `layer ${layer.id}`, layer: layer.id, values: {}, facts, diagnostics };
  const result = runSteps(layer.steps, { text }, steps);
  if (result.kind === "skipped") return { ...shared, reason: result.reason };
  const place = { layer: layer.id, file: file?.path ?? combination.stack.file };
  if (result.kind === "failed") {
    diagnostics.push(assembleFinding("guard-failed", { path: steps.path, reason: result.reason }, place));
    return { ...shared, reason: result.reason };
  }
  if (result.text.trim() === "" && layer.empty !== "keep") {
    if (layer.empty === "error") diagnostics.push(assembleFinding("blank-layer", { layer: layer.id }, place));
    return { ...shared, reason: reasons.blank() };
  }
  if (layer.heading === undefined) return { ...shared, text: result.text };
  return { ...shared, text: `${fillVars(layer.heading, layer, facts)}\n${result.text}` };
}

/** Fills the layer's variables into a layer file or heading. Values and files of the world are never rendered. */
function fillVars(text: string, { vars }: Layer, facts: Facts): string {
  if (vars === null) return text;
  return fillPlaceholders(text, (name) => (vars.includes(name) ? facts.text(name) : undefined));
}

interface Origin {
  text: string;
  documents?: Document[];
  file?: LayerFile;
  sources: SourceUse[];
  diagnostics: Finding[];
}

function readSource(source: Source, layer: Layer, context: RenderContext): Origin {
  const { combination, facts, earlier, exclude } = context;
  switch (source.kind) {
    case "file":
      return fileOrigin(source.files.get(combination.profile.id), layer, facts);
    case "value":
      return valueOrigin(source, layer, context);
    case "files": {
      const { scenario } = combination;
      return collectFiles(source.groups, {
        layer: layer.id,
        dedupe: source.dedupe,
        scenario,
        facts,
        exclude,
      });
    }
    case "report":
      return { text: renderReport(source, earlier.get(source.layer) ?? []), sources: [], diagnostics: [] };
    case "parts": {
      const origins = source.parts.map((part) => readSource(part, layer, context));
      const texts = origins.map(({ text }) => text).filter((text) => text.trim() !== "");
      return {
        text: texts.join(source.separator),
        documents: origins.flatMap(({ documents = [] }) => documents),
        sources: origins.flatMap((origin) => origin.sources),
        diagnostics: origins.flatMap((origin) => origin.diagnostics),
      };
    }
  }
}

function fileOrigin(file: LayerFile | undefined, layer: Layer, facts: Facts): Origin {
  if (file === undefined) return { text: "", sources: [], diagnostics: [] };
  const { path, text, sourceHash } = file;
  const use: SourceUse = {
    path,
    scope: layer.id,
    status: "taken",
    sourceHash,
    bytes: Buffer.byteLength(text),
  };
  return { text: fillVars(text, layer, facts), file, sources: [use], diagnostics: [] };
}

function valueOrigin(
  { input, key, render, texts }: Extract<Source, { kind: "value" }>,
  layer: Layer,
  { combination, facts }: RenderContext,
): Origin {
  const value = key === undefined ? facts.input(input) : entryOf(facts.input(input), facts.text(key));
  if (key !== undefined && value === undefined) return { text: "", sources: [], diagnostics: [] };
  try {
    return { text: inWords(renderers[render](value), texts), sources: [], diagnostics: [] };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const place = { layer: layer.id, file: combination.scenario.file };
    return {
      text: "",
      sources: [],
      diagnostics: [assembleFinding("unrenderable", { input, problem: error.message }, place)],
    };
  }
}

/** The stack's own words for what came of a value; nothing needs none. */
function inWords(text: string, texts: Record<string, string> | undefined): string {
  if (texts === undefined || text === "") return text;
  if (Object.hasOwn(texts, text)) return texts[text]!;
  throw new RenderError(`"${text}" is none of ${Object.keys(texts).join(", ")}`);
}

function entryOf(map: unknown, key = ""): unknown {
  if (typeof map !== "object" || map === null || !Object.hasOwn(map, key)) return undefined;
  return (map as Record<string, unknown>)[key];
}

/** A source without text is replaced by the fallback; what was considered for it stays recorded. */
function withFallback(origin: Origin, layer: Layer, { combination, facts }: RenderContext): Origin {
  if (origin.text.trim() !== "" || layer.fallback === null) return origin;
  const fallback = fileOrigin(layer.fallback.get(combination.profile.id), layer, facts);
  return { ...fallback, sources: [...origin.sources, ...fallback.sources], diagnostics: origin.diagnostics };
}
