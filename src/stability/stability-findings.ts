import { layerLines, type Stack } from "../load/index.ts";
import type { Finding } from "../util/index.ts";
import { stabilityFinding } from "./messages.ts";
import { perturbationOf } from "./perturbations.ts";
import type { ChangedLayer, Pair, Stability } from "./types.ts";

/**
 * One error for each layer whose tier promises more than it holds, at the layer's line in stack.yaml. It tells the first
 * difference; in which other worlds the layer differs, too, stands in the pairs.
 */
export function stabilityFindings(
  measured: readonly { stack: Stack; stability: Stability }[],
  lineText: (file: string, line: number) => string,
): Finding[] {
  const seen = new Map<string, { first: Found; worlds: Set<string>; stack: Stack }>();
  for (const { stack, stability } of measured) {
    for (const found of brokenLayers(stability)) {
      const key = JSON.stringify([stack.file, stack.variant, found.change.layer]);
      const known = seen.get(key) ?? { first: found, worlds: new Set(), stack };
      known.worlds.add(describe(found.pair));
      seen.set(key, known);
    }
  }
  return [...seen.values()].map(({ first, worlds, stack }) => {
    const { tier, promise, layer, channel, byte, layerByte, was, now } = first.change;
    const [where, ...more] = worlds;
    const args = {
      ...{ tier, promise, layer, channel, byte, layerByte, was, now, profile: first.profile },
      where: [where!, ...more].join("; "),
    };
    const line = layerLines(stack, (at) => lineText(stack.file, at))(layer);
    return stabilityFinding("promise-broken", args, { file: stack.file, line, layer });
  });
}

interface Found {
  pair: Pair;
  change: ChangedLayer;
  profile: string;
}

function brokenLayers({ pairs, profile }: Stability): Found[] {
  return pairs.flatMap((pair) =>
    pair.changed.filter(({ verdict }) => verdict === "broken").map((change) => ({ pair, change, profile })),
  );
}

/** Where a layer differs, as a part of a sentence. */
function describe({ world, relation }: Pair): string {
  const { title, where = title } = perturbationOf(world);
  return relation === "turn" ? `in the next turn, ${where}` : where;
}
