import type { Layer, World } from "../../load/index.ts";
import { assembleWith, renderSelected } from "../assemble.ts";
import type { Exclude } from "../collect-files.ts";
import { type Combination, createFacts } from "../facts.ts";
import { reasons } from "../messages.ts";
import type { RenderedLayer } from "../render-layer.ts";
import type { Assembly } from "../types.ts";

export type Rendered = ReadonlyMap<string, RenderedLayer>;

/** What a session's layers are rendered from. */
export interface SessionWorld {
  combination: Combination;
  world: World;
  /** The configuration. */
  values: Readonly<Record<string, unknown>>;
  /** Values of this turn alone; no layer of a tier that promises more ever sees them. */
  turn: Readonly<Record<string, unknown>>;
  /** Every layer as it was when it was last looked at. */
  held: Rendered;
  /** Layers that a compaction took out of the prompt. */
  gone: ReadonlySet<string>;
}

/** Which layers are looked at; the others stay as they are held. */
export interface Look {
  at: (layer: Layer) => boolean;
  /** Files read so far, relative to the workspace root. */
  reads: readonly string[];
  /** Files that tool results leave out. */
  exclude: Exclude;
}

/** A layer of a session's prompt. */
export interface SessionLayer {
  layer: Layer;
  looked: boolean;
  /** As it stands in the prompt from now on. */
  rendered: RenderedLayer;
  /** Why what was found could not be used. */
  problem: string | undefined;
}

/** Assembles a session's prompt. What is found wrong with a layer that promises more than a turn leaves it as it was. */
export function renderSession(
  { combination, world, values, turn, held, gone }: SessionWorld,
  { at, reads, exclude }: Look,
): { assembly: Assembly; layers: SessionLayer[] } {
  const combine = (given: object): Combination => ({
    ...combination,
    scenario: { ...combination.scenario, world, reads: [...reads], values: { ...given } },
  });
  const passing = combine({ ...values, ...turn });
  const facts = createFacts(passing);
  const layers: SessionLayer[] = [];
  const assembly = assembleWith(combine(values), (layer, context) => {
    const before = isOfRead(layer) ? nothing : held.get(layer.id);
    const lasts = layer.tier.promise !== "turn";
    if (gone.has(layer.id) || !at(layer)) {
      const rendered = gone.has(layer.id) ? nothing : (before ?? nothing);
      layers.push({ layer, looked: false, rendered, problem: undefined });
      // What was known of it was said when it was looked at.
      return { ...rendered, diagnostics: [] };
    }
    const own = lasts ? context : { ...context, combination: passing, facts };
    const fresh = renderSelected(layer, isOfRead(layer) ? { ...own, exclude } : own);
    const problem = problemOf(fresh);
    const rendered = problem !== undefined && lasts && before !== undefined ? before : fresh;
    layers.push({ layer, looked: true, rendered, problem });
    return { ...rendered, diagnostics: fresh.diagnostics };
  });
  assembly.diagnostics.push(...facts.diagnostics);
  return { assembly, layers };
}

const nothing: RenderedLayer = { reason: reasons.noRead(), documents: [], sources: [], diagnostics: [] };

/** Whether a layer comes with the result of a file that is read, and only then. */
export function isOfRead({ channel }: Layer): boolean {
  return channel === "tool_result";
}

/** Why a layer cannot be used. */
export function problemOf({ diagnostics }: RenderedLayer): string | undefined {
  return diagnostics.find(({ severity }) => severity === "error")?.message;
}
