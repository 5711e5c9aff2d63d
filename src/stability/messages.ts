import { defineFindings } from "../util/index.ts";

export const stabilityFinding = defineFindings({
  "promise-broken": (a: {
    tier: string;
    promise: string;
    layer: string;
    profile: string;
    where: string;
    byte: number;
    layerByte: number;
    channel: string;
    was: string | null;
    now: string | null;
  }) =>
    `tier "${a.tier}" promises ${a.promise}, and its layer "${a.layer}" differs ${a.where}: byte ${a.byte} of the ${a.channel} text, ${a.layerByte} of the layer, in profile "${a.profile}"${difference(a)}. Take out what changes, or move the layer to a tier that promises less.`,
});

function difference({ was, now }: { was: string | null; now: string | null }): string {
  return was === null || now === null ? "" : ` (${quoted(was)} became ${quoted(now)})`;
}

function quoted(text: string): string {
  return text === "" ? "nothing" : `"${text}"`;
}
