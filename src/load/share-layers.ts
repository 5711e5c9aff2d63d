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
  const settings = new Map<string, number>();
  const settingsOfStack = new WeakMap<WrittenStack, number>();
  return {
    files: new Map(),
    tiers: (own) => getOrSet(tiers, JSON.stringify(own), own),
    resolve(written, at, context) {
      const { stack } = context;
      // Their number stands for the settings, which are long and the same for many layers.
      let rest = settingsOfStack.get(stack);
      if (rest === undefined) {
        rest = getOrSet(settings, settingsOf(context), settings.size);
        settingsOfStack.set(stack, rest);
      }
      const own = JSON.stringify(written);
      const key = [own, String(rest), ...toolsFor(own, context), ...pipelinesIn(own, stack)].join("\n");
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

/** What every layer is resolved against, beside the tree. */
function settingsOf({ stack, tiers, profiles }: LayerContext): string {
  const { session, inputs, vars, tools, layers } = stack;
  return JSON.stringify([
    [...tiers],
    [...profiles.values()].map(({ id, mode, caller, platform, flags }) => [
      id,
      mode,
      caller,
      platform,
      flags,
    ]),
    session,
    inputs,
    Object.keys(vars),
    Object.keys(tools),
    // In any order: a layer only asks which there are.
    layers.map(({ id }) => id).toSorted(),
  ]);
}

/** The tools of each profile, where a layer is there for the sake of one. */
function toolsFor(layer: string, { profiles }: LayerContext): string[] {
  if (!layer.includes('"tool":')) return [];
  return [...profiles.values()].map(({ id, tools }) => JSON.stringify([id, tools.map(({ name }) => name)]));
}

/** The pipelines that a layer uses, and those that they use. */
function pipelinesIn(layer: string, { pipelines }: WrittenStack): string[] {
  const found = new Map<string, string>();
  const follow = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/"use":"([^"]*)"/g)) {
      if (found.has(name)) continue;
      // A name that is not declared is an error of the layer, which no other may share.
      const steps = Object.hasOwn(pipelines, name) ? JSON.stringify(pipelines[name]) : "";
      found.set(name, steps);
      follow(steps);
    }
  };
  follow(layer);
  return [...found].map(([name, steps]) => `${name} ${steps}`);
}

function getOrSet<T>(map: Map<string, T>, key: string, value: T): T {
  const known = map.get(key);
  if (known === undefined) map.set(key, value);
  return known ?? value;
}
