import { type Assembly, type CountTokens, layerText } from "../../assemble/index.ts";
import type { Stack } from "../../load/index.ts";
import { stableJson } from "../../util/index.ts";
import type { Changes, PricedPrompt, Segment } from "./types.ts";

/** What is known of a prompt's layers beyond what their tiers promise. */
export interface KnownChanges {
  /** Layers that change within a session, and how many bytes at their start stay equal then. */
  layers: ReadonlyMap<string, { changes: Exclude<Changes, "never">; keepsBytes: number }>;
  /** Bytes of the system text that another session shares. */
  sharedBytes: number;
}

/**
 * A prompt as it is paid for: tools, then the system layers, then what stands in front of the conversation. What
 * promises a turn alone is taken to differ in every turn; what promises more holds, unless it is known to change.
 */
export function pricedPrompt(
  assembly: Assembly,
  { tiers }: Pick<Stack, "tiers">,
  known: KnownChanges,
  countTokens: CountTokens,
): PricedPrompt {
  const promises = new Map(tiers.map((tier) => [tier.id, tier]));
  const inFront = assembly.layers.filter(({ channel }) => channel === "system" || channel === "prefill");
  const segments = inFront.map((layer, i): Segment => {
    const text = layerText(assembly, layer);
    const tier = promises.get(layer.tier)!;
    const change = known.layers.get(layer.id);
    const tokens = countTokens(text);
    const next = inFront[i + 1];
    const promised: Changes = tier.promise === "turn" ? "every-turn" : "never";
    return {
      ...{ layer: layer.id, tier: layer.tier, tokens, changes: change?.changes ?? promised },
      keeps: change === undefined ? 0 : Math.min(tokens, countTokens(headOf(text, change.keepsBytes))),
      endsTier: tier.cached && layer.channel === "system" && next?.tier !== layer.tier,
    };
  });
  const tools = toolTokens(assembly, countTokens);
  const shared = tokensUpTo(assembly, known.sharedBytes, countTokens);
  return {
    segments: [...(tools === 0 ? [] : [toolSegment(tools)]), ...segments],
    around: aroundTokens(assembly, countTokens),
    acrossSessions: shared === 0 ? 0 : tools + shared,
  };
}

function toolSegment(tokens: number): Segment {
  return { layer: null, tier: null, tokens, changes: "never", keeps: 0, endsTier: false };
}

/** As a request lists them: names and descriptions. */
function toolTokens({ tools }: Assembly, countTokens: CountTokens): number {
  if (tools.length === 0) return 0;
  return countTokens(stableJson(tools.map(({ name, description }) => ({ name, description }))));
}

function aroundTokens({ channels }: Assembly, countTokens: CountTokens): number {
  const texts = [channels.injected, channels.user_prefix, channels.user_suffix];
  return texts.reduce((sum, channel) => sum + (channel === undefined ? 0 : countTokens(channel.text)), 0);
}

/** Tokens of the system layers up to a byte. */
function tokensUpTo(assembly: Assembly, byte: number, countTokens: CountTokens): number {
  return assembly.layers
    .filter(({ channel, start }) => channel === "system" && start < byte)
    .reduce((sum, layer) => sum + countTokens(headOf(layerText(assembly, layer), byte - layer.start)), 0);
}

/** The start of a text, without a character that would be cut. */
function headOf(text: string, size: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (size >= bytes.length) return text;
  let end = size;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
