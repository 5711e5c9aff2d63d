import type { Layer, LayerFile, Scenario, Source } from "../load/index.ts";
import type { Facts } from "./facts.ts";
import { type RenderContext, type RenderedLayer, renderLayer } from "./render-layer.ts";

/** One question to the facts, and what they answered. */
interface Asked {
  ask(facts: Facts): unknown;
  answer: unknown;
}

/** A file for each profile that has one. */
type Files = ReadonlyMap<string, LayerFile>;

interface Known {
  /** The layer files of the profile. */
  files: readonly (LayerFile | undefined)[];
  asked: readonly Asked[];
  rendered: RenderedLayer;
}

interface Renderings {
  /** What the layers before made of their files, which is not among the facts, is in it. */
  isReport: boolean;
  /** Where the layer files of a profile stand. */
  files: readonly Files[];
  byScenario: WeakMap<Scenario, Known[]>;
}

// Neither a layer nor a scenario and the files of its world change.
const memo = new WeakMap<Layer, Renderings>();

/**
 * {@link renderLayer}, worked out once for all combinations whose facts give the same answers to what it asks: most
 * layers are the same for most profiles and models.
 */
export function renderOnce(layer: Layer, context: RenderContext): RenderedLayer {
  const { isReport, files, byScenario } = renderingsOf(layer);
  // Nor is what a session showed before.
  if (context.exclude !== undefined || isReport) return renderLayer(layer, context);
  const { combination, facts } = context;
  const { profile, scenario } = combination;
  let known = byScenario.get(scenario);
  if (known === undefined) byScenario.set(scenario, (known = []));
  for (const one of known) {
    if (hasFiles(one, files, profile.id) && getsAnswers(one, facts)) return one.rendered;
  }
  const asked: Asked[] = [];
  const rendered = renderLayer(layer, { ...context, facts: noting(facts, asked) });
  known.push({ files: files.map((each) => each.get(profile.id)), asked, rendered });
  return rendered;
}

function renderingsOf(layer: Layer): Renderings {
  let renderings = memo.get(layer);
  if (renderings === undefined) {
    const { source, fallback } = layer;
    const files = fallback === null ? filesIn(source) : [...filesIn(source), fallback];
    memo.set(layer, (renderings = { isReport: isReport(source), files, byScenario: new WeakMap() }));
  }
  return renderings;
}

function isReport(source: Source): boolean {
  return source.kind === "parts" ? source.parts.some(isReport) : source.kind === "report";
}

function filesIn(source: Source): Files[] {
  if (source.kind === "parts") return source.parts.flatMap(filesIn);
  return source.kind === "file" ? [source.files] : [];
}

function hasFiles(known: Known, files: readonly Files[], profile: string): boolean {
  return files.every((each, i) => each.get(profile) === known.files[i]);
}

/** Asked in the same order, and no further than the first other answer: an answer may itself be a finding. */
function getsAnswers({ asked }: Known, facts: Facts): boolean {
  return asked.every(({ ask, answer }) => ask(facts) === answer);
}

/** Facts that note what they are asked. */
function noting(facts: Facts, asked: Asked[]): Facts {
  const note = <T>(ask: (facts: Facts) => T): T => {
    const answer = ask(facts);
    asked.push({ ask, answer });
    return answer;
  };
  return {
    text: (name) => note((of) => of.text(name)),
    input: (name) => note((of) => of.input(name)),
    get window() {
      return note((of) => of.window);
    },
    diagnostics: facts.diagnostics,
  };
}
