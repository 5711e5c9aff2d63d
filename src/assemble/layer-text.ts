import type { AssembledTexts, SentLayer } from "./types.ts";

/** The bytes of one layer, cut out of its channel's text. */
export function layerText(assembly: AssembledTexts, layer: SentLayer): string {
  const text = layer.channel === "system" ? assembly.text : (assembly.channels[layer.channel]?.text ?? "");
  return Buffer.from(text, "utf8").subarray(layer.start, layer.end).toString("utf8");
}
