import { fillPlaceholders, type Layer, type LayerFile } from "../load/index.ts";
import type { Finding } from "../util/index.ts";
import { collectFiles } from "./collect-files.ts";
import type { Combination, Facts } from "./facts.ts";
import { assembleFinding, reasons } from "./messages.ts";
import { runSteps } from "./run-steps.ts";
import type { SourceUse } from "./types.ts";

/** A layer's bytes, or why it has none. */
export type RenderedLayer = {
  file?: LayerFile;
  sources: SourceUse[];
  diagnostics: Finding[];
} & ({ text: string } | { reason: string });

/** Resolves, renders and shapes one layer: source, template, steps, heading. */
export function renderLayer(layer: Layer, combination: Combination, facts: Facts): RenderedLayer {
  const origin = readSource(layer, combination, facts);
  const { sources, diagnostics } = origin;
  const shared = { sources, diagnostics, ...(origin.file === undefined ? {} : { file: origin.file }) };
  const { vars } = layer;
  const body = vars === null ? origin.text : fillPlaceholders(origin.text, (name) => (vars.includes(name) ? facts.text(name) : undefined));
  const result = runSteps(layer.steps, { text: body });
  if (result.kind === "skipped") return { ...shared, reason: result.reason };
  if (result.kind === "failed") {
    const place = { layer: layer.id, file: origin.file?.path ?? combination.stack.file };
    const args = { path: `layer ${layer.id}`, reason: result.reason };
    return { ...shared, diagnostics: [...diagnostics, assembleFinding("guard-failed", args, place)], reason: result.reason };
  }
  if (result.text.trim() === "" && layer.empty === "omit") return { ...shared, reason: reasons.blank() };
  return { ...shared, text: layer.heading === undefined ? result.text : `${layer.heading}\n${result.text}` };
}

interface Origin {
  text: string;
  file?: LayerFile;
  sources: SourceUse[];
  diagnostics: Finding[];
}

function readSource(layer: Layer, { stack, profile, scenario }: Combination, facts: Facts): Origin {
  const { source } = layer;
  switch (source.kind) {
    case "file": {
      const file = source.files.get(profile.id)!;
      const { path, text, sourceHash } = file;
      const use: SourceUse = { path, scope: layer.id, status: "taken", sourceHash, bytes: Buffer.byteLength(text) };
      return { text, file, sources: [use], diagnostics: [] };
    }
    case "value": {
      const value = scenario.values[source.input] ?? stack.inputs.get(source.input)!.default;
      return { text: Array.isArray(value) ? value.join("\n") : value, sources: [], diagnostics: [] };
    }
    case "files": {
      const collected = collectFiles(source.sources, layer.id, scenario, facts);
      return { ...collected, text: collected.pieces.join("\n\n") };
    }
  }
}
