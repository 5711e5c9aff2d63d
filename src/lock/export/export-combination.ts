import { type Assembly, type Combination, layerTemplate, layerText } from "../../assemble/index.ts";
import type { Layer } from "../../load/index.ts";
import {
  type Channel,
  channels,
  type ManifestCombination,
  type ManifestExample,
  type ManifestPart,
} from "../../schema/index.ts";
import { sha256, stableJson } from "../../util/index.ts";
import { describeVariables } from "./describe-variables.ts";
import { fillParts } from "./fill-parts.ts";

/** One combination of an export: its entry of the manifest, and its files by path. */
export interface ExportedCombination {
  entry: ManifestCombination;
  files: Map<string, string>;
}

/**
 * Takes a prompt apart into what is the same in every session and what a session fills in. Pure. Every channel is put
 * together again from the parts and must give the bytes of the assembly, or this throws.
 */
export function exportCombination(combination: Combination, assembly: Assembly): ExportedCombination {
  const { stack, profile } = combination;
  const folder = `${stack.id}@${stack.variant}/${profile.id}/${encodeURIComponent(assembly.model)}`;
  const files = new Map<string, string>();
  const example: ManifestExample = {
    ...{ strata: 1, scenario: assembly.scenario, vars: {}, slots: {}, leftOut: [], hashes: {} },
  };
  const secrets: Record<string, string> = {};
  const parts = new Map<Channel, ManifestPart[]>();
  for (const layer of stack.layers) {
    const made = exportLayer(layer, { combination, assembly, folder, files, example, secrets });
    if (made !== undefined) parts.set(layer.channel, [...(parts.get(layer.channel) ?? []), made]);
  }
  const exported: ManifestCombination["channels"] = {};
  for (const channel of channels) {
    const own = parts.get(channel);
    if (own === undefined) continue;
    const separator = stack.channelSeparators[channel] ?? stack.separator;
    const filled = {
      ...{ separator, end: channel === "system" ? stack.end : "" },
      parts: joinStaticPrefix(own, `${folder}/${channel}.static.txt`, separator, files),
    };
    exported[channel] = filled;
    const text = (slots: Record<string, string>) =>
      fillParts(filled, { ...example, slots }, (file) => files.get(file)!);
    checkText(channel, text({ ...example.slots, ...secrets }), assembly);
    example.hashes[channel] = sha256(text(example.slots));
  }
  const exampleFile = `${folder}/example.json`;
  files.set(exampleFile, `${stableJson(example, 2)}\n`);
  return {
    entry: {
      ...{ stack: stack.id, variant: stack.variant, profile: profile.id, model: assembly.model },
      ...{ recipeHash: assembly.recipeHash, toolsHash: assembly.toolsHash },
      tools: assembly.tools.map(({ name }) => name),
      channels: exported,
      vars: describeVariables(Object.keys(example.vars), stack),
      example: exampleFile,
    },
    files,
  };
}

interface Export {
  combination: Combination;
  assembly: Assembly;
  folder: string;
  files: Map<string, string>;
  example: ManifestExample;
  /** Texts of secret slots, which are written nowhere. */
  secrets: Record<string, string>;
}

function exportLayer(layer: Layer, { combination, assembly, ...to }: Export): ManifestPart | undefined {
  const { id, channel } = layer;
  const found = assembly.layers.find((one) => one.id === id);
  const assembled = found === undefined ? undefined : layerText(assembly, found);
  const template = layerTemplate(layer, combination, assembled);
  if (template === undefined) return undefined;
  const tier = layer.tier.id;
  const limits = limitsOf(layer);
  if (template.kind === "slot") {
    const { optional: _optional, ...slot } = template;
    if (assembled !== undefined) {
      const [start, end] = [slot.before.length, assembled.length - slot.after.length];
      (layer.secret ? to.secrets : to.example.slots)[id] = assembled.slice(start, end);
    }
    return { ...slot, layer: id, tier, source: sourceOf(layer), limits, secret: layer.secret };
  }
  const { optional, kind } = template;
  if (assembled === undefined) to.example.leftOut.push(id);
  const file = `${to.folder}/${channel}.${id}.${kind === "static" ? "txt" : "template.txt"}`;
  to.files.set(file, template.text);
  if (template.kind === "static") return { kind: "static", layers: [id], tier, optional, file };
  Object.assign(to.example.vars, template.values);
  const { tight, values } = template;
  return { kind: "template", layer: id, tier, optional, file, vars: Object.keys(values), tight, limits };
}

/** Joins the static parts that a channel starts with into one file: what a provider's cache can keep. */
function joinStaticPrefix(
  parts: readonly ManifestPart[],
  file: string,
  separator: string,
  files: Map<string, string>,
): ManifestPart[] {
  const end = parts.findIndex((part) => part.kind !== "static" || part.optional);
  const joined = parts.slice(0, end < 0 ? parts.length : end).filter((part) => part.kind === "static");
  if (joined.length === 0) return [...parts];
  files.set(file, joined.map((part) => files.get(part.file)!).join(separator));
  for (const part of joined) files.delete(part.file);
  const layers = joined.flatMap((part) => part.layers);
  const prefix: ManifestPart = { kind: "static", layers, tier: joined.at(-1)!.tier, optional: false, file };
  return [prefix, ...parts.slice(joined.length)];
}

function limitsOf({ steps }: Layer) {
  return steps
    .filter((step) => step.kind === "bound")
    .map(({ unit, max, cut }) => ({ unit, max: max as unknown, cut: cut as unknown }));
}

function sourceOf({ source }: Layer): string {
  switch (source.kind) {
    case "value":
      return `input ${source.input}`;
    case "report":
      return `report of ${source.layer}`;
    case "file":
      return "layer file";
    default:
      return source.kind;
  }
}

function checkText(channel: Channel, text: string, assembly: Assembly): void {
  const expected = channel === "system" ? assembly.text : (assembly.channels[channel]?.text ?? "");
  if (text === expected) return;
  const { stack, variant, profile, model } = assembly;
  throw new Error(`the exported ${channel} of ${stack}@${variant} ${profile} ${model} gives other bytes`);
}
