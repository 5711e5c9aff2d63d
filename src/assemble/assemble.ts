import { fillPlaceholders, isSelected, type Layer, type LayerFile, type Stack } from "../load/index.ts";
import type { Channel } from "../schema/index.ts";
import { byteLength, type Finding, sha256 } from "../util/index.ts";
import { type Combination, createFacts } from "./facts.ts";
import { type ChannelText, systemHashes, textHash, toolsHash } from "./hashes.ts";
import { reasons } from "./messages.ts";
import { recipeHash } from "./recipe.ts";
import type { RenderContext, RenderedLayer } from "./render-layer.ts";
import { renderOnce } from "./render-once.ts";
import type { AssembledTexts, Assembly, OmittedLayer, SentLayer, SourceUse } from "./types.ts";

/** Assembles the exact bytes of every channel. Pure: the same combination gives the same value. */
export function assemble(combination: Combination): Assembly {
  return assembleWith(combination, renderSelected);
}

/** How a layer of an assembly gets its bytes. */
export type RenderLayer = (layer: Layer, context: RenderContext) => RenderedLayer;

const notSelected: RenderedLayer = {
  ...{ reason: reasons.notSelected(), documents: [], sources: [], diagnostics: [] },
};

/** Renders a layer, unless its `when` or `unless` leaves it out. */
export function renderSelected(layer: Layer, context: RenderContext): RenderedLayer {
  const { profile, model } = context.combination;
  if (isSelected(layer.when, layer.unless, profile, { model: model.id, input: context.facts.input })) {
    return renderOnce(layer, context);
  }
  return notSelected;
}

/** The bytes of every layer that is not left out, by its id; cheaper than an assembly where that is all one asks. */
export function layerTexts(combination: Combination): {
  texts: ReadonlyMap<string, string>;
  diagnostics: readonly Finding[];
} {
  const { parts, diagnostics } = renderAll(combination, renderSelected);
  return { texts: new Map(parts.map(({ layer, text }) => [layer.id, text])), diagnostics };
}

/** A layer that is in the prompt. */
interface Part {
  layer: Layer;
  text: string;
  file: LayerFile | undefined;
  sources: readonly SourceUse[];
}

function renderAll(combination: Combination, render: RenderLayer) {
  const { stack } = combination;
  const facts = createFacts(combination);
  const earlier = new Map<string, readonly SourceUse[]>();
  const parts: Part[] = [];
  const omitted: OmittedLayer[] = [];
  const { diagnostics } = facts;
  const context = { combination, facts, earlier };
  for (const layer of stack.layers) {
    const rendered = render(layer, context);
    diagnostics.push(...rendered.diagnostics);
    const { sources, file } = rendered;
    earlier.set(layer.id, sources);
    if ("reason" in rendered) omitted.push({ id: layer.id, reason: rendered.reason, sources });
    else parts.push({ layer, text: framed(rendered.text, layer, stack), file, sources });
  }
  return { parts, omitted, diagnostics };
}

/** {@link assemble} without a hash, which is most of what it takes: for those who read the texts. */
export function assembleTexts(combination: Combination): AssembledTexts {
  return joinParts(combination, renderAll(combination, renderSelected)).assembled;
}

/** {@link assemble} with layers that may come from elsewhere than their sources. */
export function assembleWith(combination: Combination, render: RenderLayer): Assembly {
  const { stack, profile } = combination;
  const rendered = renderAll(combination, render);
  const { assembled, system } = joinParts(combination, rendered);
  const channels: Assembly["channels"] = {};
  for (const [name, { text }] of Object.entries(assembled.channels))
    channels[name as keyof Assembly["channels"]] = { text, hash: sha256(text) };
  return {
    ...assembled,
    recipeHash: recipeHash(stack, profile),
    ...systemHashes(assembled.text, system, stack),
    toolsHash: toolsHash(profile),
    channels,
    layers: assembled.layers.map((layer, i) => ({ ...layer, hash: textHash(rendered.parts[i]!.text) })),
  };
}

/** Joins the layers of each channel. `system` is that channel before its end. */
function joinParts(
  { stack, profile, model, scenario }: Combination,
  { parts, omitted, diagnostics }: ReturnType<typeof renderAll>,
): { assembled: AssembledTexts; system: ChannelText | undefined } {
  const texts = new Map<Channel, ChannelText>();
  const layers: SentLayer[] = [];
  const secrets: string[] = [];
  for (const { layer, text, file, sources } of parts) {
    const span = append(texts, layer, text, stack);
    if (layer.secret) secrets.push(layer.id);
    layers.push({
      ...{ id: layer.id, version: file?.version ?? null, tier: layer.tier.id, channel: layer.channel },
      ...(file === undefined ? {} : { sourceHash: file.sourceHash }),
      ...span,
      sources,
    });
  }
  const channels: AssembledTexts["channels"] = {};
  for (const [channel, { text }] of texts) if (channel !== "system") channels[channel] = { text };
  const system = texts.get("system");
  return {
    assembled: {
      ...{ stack: stack.id, variant: stack.variant, profile: profile.id, model: model.id },
      ...{ scenario: scenario.id, text: system === undefined ? "" : system.text + stack.end },
      ...{ channels, layers, omitted, secrets },
      ...{ roots: scenario.world.roots, tools: profile.tools, diagnostics },
    },
    system,
  };
}

/** A layer's text with the stack's frame around it. */
export function framed(text: string, layer: Layer, { frame }: Stack): string {
  if (frame === null || layer.channel !== "system") return text;
  const values: Record<string, string> = { layer: layer.id, tier: layer.tier.id };
  const fill = (part: string) => fillPlaceholders(part, (name) => values[name]);
  return `${fill(frame.prefix)}${text}${fill(frame.suffix)}`;
}

function append(
  texts: Map<Channel, ChannelText>,
  layer: Layer,
  text: string,
  stack: Stack,
): { start: number; end: number } {
  const channel = texts.get(layer.channel) ?? { text: "", masked: "", bytes: 0, prefix: "" };
  const between = !texts.has(layer.channel)
    ? ""
    : (stack.channelSeparators[layer.channel] ?? stack.separator);
  const start = channel.bytes + byteLength(between);
  const end = start + byteLength(text);
  const joined = channel.text + between + text;
  texts.set(layer.channel, {
    text: joined,
    masked: channel.masked + between + (layer.secret ? `{{${layer.id}}}` : text),
    bytes: end,
    prefix: layer.tier.cached ? joined : channel.prefix,
  });
  return { start, end };
}
