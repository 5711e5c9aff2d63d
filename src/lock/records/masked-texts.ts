import type { Assembly } from "../../assemble/index.ts";
import { type Channel, channels } from "../../schema/index.ts";

/** The texts of an assembly's channels with each secret layer replaced by `{{its id}}`, as `maskedHash` has them. */
export function maskedTexts(assembly: Assembly): Partial<Record<Channel, string>> {
  const texts: Partial<Record<Channel, string>> = {};
  for (const channel of channels) {
    const text = channel === "system" ? assembly.text : assembly.channels[channel]?.text;
    if (text !== undefined) texts[channel] = mask(assembly, channel, text);
  }
  return texts;
}

function mask({ layers, secrets }: Assembly, channel: Channel, text: string): string {
  const hidden = layers.filter((layer) => layer.channel === channel && secrets.includes(layer.id));
  if (hidden.length === 0) return text;
  const bytes = Buffer.from(text, "utf8");
  let masked = "";
  let from = 0;
  for (const { id, start, end } of hidden) {
    masked += `${bytes.subarray(from, start).toString("utf8")}{{${id}}}`;
    from = end;
  }
  return masked + bytes.subarray(from).toString("utf8");
}
