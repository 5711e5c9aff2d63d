import type { Project } from "../load/index.ts";
import { compareText } from "../util/index.ts";
import type { ShrunkCase } from "./types.ts";

type Corpus = Pick<Project, "cases" | "suites">;
type CorpusCase = Corpus["cases"][number];

/** How much a case needs to be measured: the more, the more often it is skipped. */
const demands = ["assembly", "reader", "llm"];

/**
 * Cases that prove less than at the base: removed, no longer selected by a suite of the gate, with fewer assertions,
 * narrowed, no longer must-pass, or newly in quarantine; in the order of their ids.
 */
export function findShrunk(
  base: { corpus: Corpus; suites: readonly string[]; quarantined: ReadonlySet<string> },
  now: { corpus: Corpus; suites: readonly string[]; quarantined: ReadonlySet<string> },
): ShrunkCase[] {
  const cases = new Map(now.corpus.cases.map((item) => [item.id, item]));
  return base.corpus.cases
    .flatMap((before) => {
      if (!isSelected(before, base)) return [];
      const after = cases.get(before.id);
      if (after === undefined) return [{ case: before.id, how: ["removed"] }];
      const selected = isSelected(after, now) ? [] : ["no longer in a suite of the gate"];
      const hidden = now.quarantined.has(before.id) && !base.quarantined.has(before.id);
      const how = [...selected, ...(hidden ? ["quarantined"] : []), ...weaker(before, after)];
      return how.length === 0 ? [] : [{ case: before.id, how, file: after.file, line: after.line }];
    })
    .toSorted((a, b) => compareText(a.case, b.case));
}

function isSelected(
  item: CorpusCase,
  { corpus, suites }: { corpus: Corpus; suites: readonly string[] },
): boolean {
  return suites.some((id) => {
    const suite = corpus.suites.get(id);
    if (suite === undefined) return false;
    const hasTag = suite.tags?.some((tag) => item.tags.includes(tag)) ?? true;
    return hasTag && (suite.stacks?.includes(item.stack) ?? true) && overlap(suite.variants, item.variants);
  });
}

function overlap(wanted: readonly string[] | undefined, own: readonly string[]): boolean {
  return wanted === undefined || own.some((one) => wanted.includes(one));
}

function* weaker(before: CorpusCase, after: CorpusCase): Generator<string> {
  const [had, has] = [before.assert.length, after.assert.length];
  if (has < had) yield `${has} of ${had} assertions`;
  for (const key of ["profiles", "models", "variants"] as const) {
    const lost = lacking(before[key], after[key]);
    if (lost !== null) yield `fewer ${key}${lost}`;
  }
  if (before.policy === "must-pass" && after.policy !== "must-pass") yield "no longer must-pass";
  if (demands.indexOf(after.needs) > demands.indexOf(before.needs)) {
    yield `needs: ${after.needs} in place of ${before.needs}`;
  }
}

/** What a selection lost; null when it covers all that it covered. Without a list it covers everything. */
function lacking(before: readonly string[] | undefined, after: readonly string[] | undefined): string | null {
  if (after === undefined) return null;
  if (before === undefined) return "";
  const lost = before.filter((one) => !after.includes(one));
  return lost.length === 0 ? null : ` (${lost.join(", ")})`;
}
