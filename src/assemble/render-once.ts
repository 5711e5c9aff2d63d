import type { Layer, LayerFile, Scenario, Source } from "../load/index.ts";
import type { Facts } from "./facts.ts";
import { type RenderContext, type RenderedLayer, renderLayer } from "./render-layer.ts";

/** One question to the facts, and what they answered. */
interface Asked {
  ask(facts: Facts): unknown;
  answer: unknown;
}

interface Known {
  /** The layer files of the profile. */
  files: readonly (LayerFile | undefined)[];
  asked: readonly Asked[];
  rendered: RenderedLayer;
}

// Neither a layer nor a scenario and the files of its world change.
const memo = new WeakMap<Layer, WeakMap<Scenario, Known[]>>();

/**
 * {@link renderLayer}, worked out once for all combinations whose facts give the same answers to what it asks: most
 * layers are the same for most profiles and models.
 */
export function renderOnce(layer: Layer, context: RenderContext): RenderedLayer {
  // What a session showed before, and what the layers before made of their files, is not among the facts.
  if (context.exclude !== undefined || isReport(layer.source)) return renderLayer(layer, context);
  const { combination, facts } = context;
  const files = filesOf(layer, combination.profile.id);
  const known = knownOf(layer, combination.scenario);
  // Asked in the same order, and no further than the first other answer: an answer may itself be a finding.
  let found = known.find(
    (one) =>
      files.every((file, i) => file === one.files[i]) &&
      one.asked.every(({ ask, answer }) => ask(facts) === answer),
  );
  if (found === undefined) {
    const asked: Asked[] = [];
    found = { files, asked, rendered: renderLayer(layer, { ...context, facts: noting(facts, asked) }) };
    known.push(found);
  }
  const { rendered } = found;
  return {
    ...rendered,
    documents: [...rendered.documents],
    sources: [...rendered.sources],
    diagnostics: [...rendered.diagnostics],
  };
}

function knownOf(layer: Layer, scenario: Scenario): Known[] {
  let scenarios = memo.get(layer);
  if (scenarios === undefined) memo.set(layer, (scenarios = new WeakMap()));
  let known = scenarios.get(scenario);
  if (known === undefined) scenarios.set(scenario, (known = []));
  return known;
}

function isReport(source: Source): boolean {
  return source.kind === "parts" ? source.parts.some(isReport) : source.kind === "report";
}

/** As many for every profile: a profile without a file has undefined in its place. */
function filesOf({ source, fallback }: Layer, profile: string): (LayerFile | undefined)[] {
  const of = (one: Source): (LayerFile | undefined)[] => {
    if (one.kind === "parts") return one.parts.flatMap(of);
    return one.kind === "file" ? [one.files.get(profile)] : [];
  };
  return [...of(source), fallback?.get(profile)];
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
