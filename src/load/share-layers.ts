import type { WrittenLayer, WrittenStack } from "../schema/index.ts";
import type { LayerContext } from "./layer-context.ts";
import { resolveLayer } from "./resolve-layer.ts";
import type { Layer, Tier } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** Resolves the layers of a stack's variants: one that several of them have is one value, made once. */
export interface SharedLayers {
  files: LayerContext["files"];
  /** The tiers that a variant shares with another one, or its own. */
  tiers(own: Tier[]): Tier[];
  resolve(written: WrittenLayer, at: Path, context: LayerContext): Layer | undefined;
}

export function shareLayers(): SharedLayers {
  const tiers = new Map<string, Tier[]>();
  const layers = new Map<string, Layer>();
  const settings = new WeakMap<WrittenStack, string>();
  return {
    files: new Map(),
    tiers: (own) => getOrSet(tiers, JSON.stringify(own), own),
    resolve(written, at, context) {
      const { stack } = context;
      let rest = settings.get(stack);
      if (rest === undefined) settings.set(stack, (rest = settingsOf(context)));
      const own = JSON.stringify(written);
      const key = `${own}\n${rest}${own.includes('"use"') ? `\n${JSON.stringify(stack.pipelines)}` : ""}`;
      const known = layers.get(key);
      if (known !== undefined) return known;
      let isWhole = true;
      const report: LayerContext["report"] = (path, make) => {
        isWhole = false;
        context.report(path, make);
      };
      const layer = resolveLayer(written, at, { ...context, report });
      if (layer !== undefined && isWhole) layers.set(key, layer);
      return layer;
    },
  };
}

/** All that a layer is resolved against, beside the tree and its pipelines. */
function settingsOf({ stack, tiers, profiles }: LayerContext): string {
  const { session, inputs, vars, tools, layers } = stack;
  return JSON.stringify([
    [...tiers],
    [...profiles.values()].map(({ id, mode, caller, platform, flags, tools: offered }) => {
      return [id, mode, caller, platform, flags, offered.map(({ name }) => name)];
    }),
    session,
    inputs,
    Object.keys(vars),
    Object.keys(tools),
    // In any order: a layer only asks which there are.
    layers.map(({ id }) => id).toSorted(),
  ]);
}

function getOrSet<T>(map: Map<string, T>, key: string, value: T): T {
  const known = map.get(key);
  if (known === undefined) map.set(key, value);
  return known ?? value;
}
