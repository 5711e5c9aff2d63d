import type { Finding } from "../util/index.ts";
import { gateFinding, percent } from "./messages.ts";
import type { Gate } from "./types.ts";

/** One setting that asks for less than it did. */
interface Loosening {
  what: string;
  from: string;
  to: string;
  path: (string | number)[];
}

/**
 * Every setting by which the gate asks for less than at the base. In a change that touches prompts too it is an error:
 * whoever is judged does not choose the judge's limit.
 */
export function findLoosened(base: Gate, candidate: Gate, promptsChanged: boolean): Finding[] {
  return [...loosenings(base, candidate)].map(({ path, ...args }) => {
    const place = { file: candidate.file, line: candidate.lineAt(path) };
    return promptsChanged
      ? gateFinding("loosened-with-prompts", args, place)
      : gateFinding("loosened", args, place, "warning");
  });
}

function* loosenings(base: Gate, now: Gate): Generator<Loosening> {
  for (const [id, { margin }] of Object.entries(base.suites)) {
    const suite = now.suites[id];
    if (suite === undefined) yield { what: `suites.${id}`, from: "compared on", to: "not", path: ["suites"] };
    else if (suite.margin > margin) {
      const path = ["suites", id, "margin"];
      yield { what: path.join("."), from: percent(margin), to: percent(suite.margin), path };
    }
  }
  yield* switched(base, now, "onInconclusive", "block");
  yield* switched(base, now, "onCorpusShrink", "block");
  yield* switched(base, now, "requireMeasured", true);
  yield* switched(base, now, "compaction", true);
  yield* raised("lint.maxWarnings", base.lint.maxWarnings, now.lint.maxWarnings);
  if (now.lint.baseline !== undefined && now.lint.baseline !== base.lint.baseline) {
    const path = ["lint", "baseline"];
    yield { what: path.join("."), from: base.lint.baseline ?? "none", to: now.lint.baseline, path };
  }
  for (const key of ["calls", "cost", "tokens", "growth"] as const) {
    yield* raised(`budgets.${key}`, base.budgets[key], now.budgets[key]);
  }
  for (const [i, { case: id, until }] of now.quarantine.entries()) {
    const before = base.quarantine.filter((one) => one.case === id).map((one) => one.until);
    if (before.some((day) => day >= until)) continue;
    const from = before.length === 0 ? "none" : `until ${before.toSorted().at(-1)!}`;
    yield { what: `the quarantine of ${id}`, from, to: `until ${until}`, path: ["quarantine", i] };
  }
}

function* switched<K extends "onInconclusive" | "onCorpusShrink" | "requireMeasured" | "compaction">(
  base: Gate,
  now: Gate,
  key: K,
  strict: Gate[K],
): Generator<Loosening> {
  if (base[key] === strict && now[key] !== strict)
    yield { what: key, from: String(base[key]), to: String(now[key]), path: [key] };
}

/** A limit that is higher or gone; without one nothing is limited. */
function* raised(what: string, base: number | undefined, now: number | undefined): Generator<Loosening> {
  if (base === undefined || (now !== undefined && now <= base)) return;
  yield {
    what,
    from: String(base),
    to: now === undefined ? "not limited" : String(now),
    path: what.split("."),
  };
}
