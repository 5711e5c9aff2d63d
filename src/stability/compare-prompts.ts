import { type Assembly, cachedPrefix, type CountTokens, layerText } from "../assemble/index.ts";
import type { Layer, Stack } from "../load/index.ts";
import { commonBytes, plainLine } from "../util/index.ts";
import type { ChangedLayer, Pair, PrefixBreak, Verdict } from "./types.ts";

/** The part of a pair that two prompts say by themselves. */
export type Comparison = Pick<Pair, "shared" | "break" | "changed" | "sameTools">;

/** What two prompts of one stack share. `judge` says what a tier's promise makes of a changed layer. */
export function comparePrompts(
  before: Assembly,
  after: Assembly,
  stack: Stack,
  judge: (layer: Layer) => Verdict,
  countTokens: CountTokens,
): Comparison {
  const sameTools = before.toolsHash === after.toolsHash;
  const [a, b] = [cachedPrefix(before, stack), cachedPrefix(after, stack)];
  const shared = commonBytes(a, b);
  return {
    ...{ shared, sameTools, break: breakAt(shared, [a, b], [before, after], countTokens) },
    changed: stack.layers.flatMap((layer) => changeOf(layer, before, after, judge) ?? []),
  };
}

function breakAt(
  byte: number,
  [a, b]: readonly [Buffer, Buffer],
  [before, after]: readonly [Assembly, Assembly],
  countTokens: CountTokens,
): PrefixBreak | null {
  if (byte === a.length && byte === b.length) return null;
  // A layer that went at the very end has its place in the first prompt alone.
  const side = byte < b.length ? after : before;
  const layer = side.layers.find(({ channel, end }) => channel === "system" && end > byte)!;
  return {
    ...{ layer: layer.id, tier: layer.tier, byte, layerByte: Math.max(0, byte - layer.start) },
    ...{ lostBytes: b.length - byte, lostTokens: tokensFrom(byte, after, b.length, countTokens) },
  };
}

/** Tokens of the system text from a byte to another, summed over layers as everywhere; the one that breaks counts from there. */
export function tokensFrom(start: number, assembly: Assembly, end: number, countTokens: CountTokens): number {
  const inside = assembly.layers.filter(
    (layer) => layer.channel === "system" && layer.end > start && layer.end <= end,
  );
  return inside.reduce((sum, layer) => {
    const text = layerText(assembly, layer);
    if (layer.start >= start) return sum + countTokens(text);
    return sum + countTokens(fromByte(text, start - layer.start));
  }, 0);
}

/** The text behind a byte; a character that the byte stands in belongs to it. */
function fromByte(text: string, byte: number): string {
  const bytes = Buffer.from(text, "utf8");
  return bytes.subarray(characterStart(bytes, byte)).toString("utf8");
}

function characterStart(bytes: Buffer, byte: number): number {
  let start = byte;
  while (start > 0 && start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start--;
  return start;
}

function changeOf(
  layer: Layer,
  before: Assembly,
  after: Assembly,
  judge: (layer: Layer) => Verdict,
): ChangedLayer | undefined {
  const find = ({ layers }: Assembly) => layers.find(({ id }) => id === layer.id);
  const [was, now] = [find(before), find(after)];
  if (was?.hash === now?.hash) return undefined;
  const [a, b] = [
    Buffer.from(was === undefined ? "" : layerText(before, was), "utf8"),
    Buffer.from(now === undefined ? "" : layerText(after, now), "utf8"),
  ];
  const layerByte = commonBytes(a, b);
  const shown = (bytes: Buffer) => (layer.secret ? null : excerpt(bytes, layerByte));
  const { id, tier, channel } = layer;
  return {
    ...{ layer: id, tier: tier.id, promise: tier.promise, channel },
    ...{ byte: (now ?? was)!.start + layerByte, layerByte },
    ...{ was: shown(a), now: shown(b), verdict: judge(layer) },
  };
}

/** Up to 24 characters before a byte and 24 from it on, on one line. */
function excerpt(bytes: Buffer, byte: number): string {
  const at = characterStart(bytes, byte);
  const [before, after] = [
    [...bytes.subarray(Math.max(0, at - 200), at).toString("utf8")].slice(-24),
    [...bytes.subarray(at, at + 200).toString("utf8")].slice(0, 24),
  ];
  return plainLine([...before, ...after].join("")).trim();
}
