import { findContradiction } from "./find-contradiction.ts";
import { matchValue, type ValueMatch } from "./match-value.ts";
import type { Observed } from "./observed.ts";
import type { ActiveFact, FactPlace, FactVerdict } from "./types.ts";

const levels = ["kept_exact", "kept_normalised", "paraphrased"] as const;

/**
 * What became of a fact on the next request. A contradiction counts whatever else is there: a model that reads both
 * cannot know which holds. Of two places that say it equally well, the first counts.
 */
export function judgeFact(active: ActiveFact, observed: Observed): FactVerdict {
  const { fact, value, depth, age, unobservable } = active;
  const { id, kind, source, severity, must, aliases } = fact;
  const about = { fact: id, kind, source, severity, must, depth, age };
  if (unobservable !== null) {
    return {
      ...about,
      verdict: "not_observable",
      place: null,
      span: null,
      reason: unobservable,
      survived: null,
    };
  }
  const against = findContradiction(active, observed);
  if (against !== null) return { ...about, verdict: "contradicted", ...against, survived: false };
  const found = findBest({ value, aliases: value === fact.value ? aliases : [] }, observed);
  if (found === null)
    return { ...about, verdict: "lost", place: null, span: null, reason: null, survived: false };
  const survived = must === "semantic" || found.level === "kept_exact";
  const { level, place, span } = found;
  return { ...about, verdict: level, place, span, reason: null, survived };
}

function findBest(
  wanted: Parameters<typeof matchValue>[1],
  { parts }: Observed,
): (ValueMatch & { place: FactPlace }) | null {
  let best: (ValueMatch & { place: FactPlace }) | null = null;
  for (const part of parts) {
    const match = matchValue(part, wanted);
    if (match === null) continue;
    if (match.level === "kept_exact") return { ...match, place: part.place };
    if (best === null || levels.indexOf(match.level) < levels.indexOf(best.level))
      best = { ...match, place: part.place };
  }
  return best;
}
