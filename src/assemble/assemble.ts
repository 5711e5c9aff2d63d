import {
  fillPlaceholders,
  isSelected,
  type Layer,
  type LayerFile,
  type Profile,
  type Stack,
} from "../load/index.ts";
import type { Channel } from "../schema/index.ts";
import { byteLength, type Finding, type Sha256, sha256, stableJson } from "../util/index.ts";
import { type Combination, createFacts } from "./facts.ts";
import { reasons } from "./messages.ts";
import { recipeHash } from "./recipe.ts";
import type { RenderContext, RenderedLayer } from "./render-layer.ts";
import { renderOnce } from "./render-once.ts";
import type { AssembledLayer, Assembly, OmittedLayer, SourceUse } from "./types.ts";

/** A channel's text while its layers are joined. */
interface ChannelText {
  text: string;
  /** With each secret layer replaced by its id. */
  masked: string;
  bytes: number;
  /** The text up to the end of the last cached layer. */
  prefix: string;
}

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

/** {@link assemble} with layers that may come from elsewhere than their sources. */
export function assembleWith(combination: Combination, render: RenderLayer): Assembly {
  const { stack, profile, model, scenario } = combination;
  const texts = new Map<Channel, ChannelText>();
  const layers: AssembledLayer[] = [];
  const secrets: string[] = [];
  const { parts, omitted, diagnostics } = renderAll(combination, render);

  for (const { layer, text, file, sources } of parts) {
    const span = append(texts, layer, text, stack);
    if (layer.secret) secrets.push(layer.id);
    layers.push({
      ...{ id: layer.id, version: file?.version ?? null, tier: layer.tier.id, channel: layer.channel },
      hash: hashOnce(text),
      ...(file === undefined ? {} : { sourceHash: file.sourceHash }),
      ...span,
      sources,
    });
  }
  const { system, ...channels } = finish(texts, stack.end);
  return {
    ...{
      stack: stack.id,
      variant: stack.variant,
      profile: profile.id,
      model: model.id,
      scenario: scenario.id,
    },
    // Each takes as long as all else, and most who assemble ask for neither.
    get recipeHash() {
      return recipeHash(stack, profile);
    },
    ...systemHashes(system, texts.get("system"), stack),
    get toolsHash() {
      return toolsHash(profile);
    },
    text: system?.text ?? "",
    ...{ channels, layers, omitted, secrets, roots: scenario.world.roots, tools: profile.tools, diagnostics },
  };
}

/** Texts that are equal are hashed once: without secrets and uncached tiers, all three are one. */
function systemHashes(
  system: { text: string; hash: Sha256 } | undefined,
  channel: ChannelText | undefined,
  { end }: Stack,
): Pick<Assembly, "hash" | "maskedHash" | "prefixHash"> {
  const { text, hash } = system ?? { text: "", hash: sha256("") };
  const hashOf = (other: string) => (other === text ? hash : sha256(other));
  const masked = channel === undefined ? "" : channel.masked + end;
  return { hash, maskedHash: hashOf(masked), prefixHash: hashOf(channel?.prefix ?? "") };
}

/** How many texts are kept with their hash. */
const mostHashes = 1000;
const hashes = new Map<string, Sha256>();

/** The hash of a layer's text: most combinations have the very same texts. */
function hashOnce(text: string): Sha256 {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  if (hashes.size >= mostHashes) hashes.clear();
  const hash = sha256(text);
  hashes.set(text, hash);
  return hash;
}

const toolsHashes = new WeakMap<Profile, Sha256>();

function toolsHash(profile: Profile): Sha256 {
  let hash = toolsHashes.get(profile);
  if (hash === undefined) toolsHashes.set(profile, (hash = sha256(stableJson(profile.tools))));
  return hash;
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

function finish(
  texts: ReadonlyMap<Channel, ChannelText>,
  end: string,
): Partial<Record<Channel, { text: string; hash: Sha256 }>> {
  const finished: Partial<Record<Channel, { text: string; hash: Sha256 }>> = {};
  for (const [channel, { text }] of texts) {
    const whole = channel === "system" ? text + end : text;
    finished[channel] = { text: whole, hash: sha256(whole) };
  }
  return finished;
}
