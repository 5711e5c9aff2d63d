import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FactVerdict, SurvivalRun } from "../../compact/index.ts";
import { cellText, matrixRows } from "./matrix-rows.ts";
import { renderSurvivalCsv } from "./render-survival-csv.ts";
import { renderSurvivalHtml } from "./render-survival-html.ts";
import { renderSurvivalText } from "./render-survival-text.ts";
import { rateOf } from "./survival-rate.ts";
import { belowFloor, viewSurvival } from "./view-survival.ts";

function aVerdict(changes: Partial<FactVerdict> = {}): FactVerdict {
  return {
    ...{ fact: "f", kind: "fact", source: "user", severity: "medium", must: "exact" },
    ...{ verdict: "kept_exact", place: "summary", span: "f", reason: null, survived: true, depth: 0, age: 1 },
    ...changes,
  };
}

const lost = (changes: Partial<FactVerdict> = {}): FactVerdict =>
  aVerdict({ verdict: "lost", place: null, span: null, survived: false, ...changes });

function aRun(facts: FactVerdict[][], changes: Partial<SurvivalRun> = {}): SurvivalRun {
  return {
    ...{
      stack: "demo",
      variant: "default",
      profile: "main",
      model: "m",
      session: "s",
      strategy: "head-tail",
    },
    ...{
      summarizer: "extractive",
      own: true,
      trigger: "auto",
      generations: facts.length,
      edit: "none",
      known: null,
    },
    probes: [],
    boundaries: facts.map((own, i) => ({
      ...{ generation: i + 1, outcome: "compacted", reason: null, observable: true, attempts: 1 },
      ...{ tokens: { before: 1000, after: 400 }, facts: own, findings: [] },
      ...{ fabrications: { claims: 2, fabricated: [] }, injections: { planted: 0, carried: [] } },
    })),
    ...changes,
  };
}

const witness = (verdict: FactVerdict, session = "s") => ({ session, verdict });

describe("a rate", () => {
  test("is Wilson's, on facts and not on boundaries", () => {
    // Ten facts, eight of which survive: 0.490 to 0.943.
    const facts = Array.from({ length: 10 }, (_, i) => (i < 8 ? aVerdict : lost)({ fact: `f${i}` }));
    const once = rateOf(facts.map((verdict) => witness(verdict)));
    expect(once).toMatchObject({ survived: 8, marked: 10, rate: 0.8 });
    expect(once.interval![0]).toBeCloseTo(0.4902, 4);
    expect(once.interval![1]).toBeCloseTo(0.9433, 4);
    const thrice = rateOf([...facts, ...facts, ...facts].map((verdict) => witness(verdict)));
    expect(thrice).toEqual({ ...once, survived: 24, marked: 30 });
  });

  test("counts a fact by its share of boundaries, and the same name in two sessions twice", () => {
    const half = [aVerdict(), lost()];
    expect(rateOf(half.map((verdict) => witness(verdict)))).toMatchObject({ rate: 0.5, marked: 2 });
    const two = rateOf([
      witness(aVerdict(), "a"),
      witness(aVerdict(), "a"),
      witness(aVerdict(), "a"),
      witness(lost(), "b"),
    ]);
    expect(two.rate).toBe(0.5);
  });

  test("leaves out what is not observable, and is null where nothing is left", () => {
    const sealed = aVerdict({ verdict: "not_observable", survived: null });
    expect(rateOf([witness(sealed), witness(aVerdict())])).toMatchObject({ survived: 1, marked: 1, rate: 1 });
    expect(rateOf([witness(sealed)])).toEqual({ survived: 0, marked: 0, rate: null, interval: null });
  });

  test("property: lies in its interval, and the interval in 0 to 1", () => {
    const one = fc.record({
      fact: fc.constantFrom("a", "b", "c"),
      survived: fc.constantFrom(true, false, null),
      session: fc.constantFrom("s", "t"),
    });
    fc.assert(
      fc.property(fc.array(one), (all) => {
        const { rate, interval, marked } = rateOf(
          all.map(({ session, ...changes }) => witness(aVerdict(changes), session)),
        );
        expect(marked).toBe(all.filter(({ survived }) => survived !== null).length);
        if (rate === null) return;
        expect(interval![0]).toBeGreaterThanOrEqual(0);
        expect(interval![1]).toBeLessThanOrEqual(1);
        expect(rate).toBeGreaterThanOrEqual(interval![0] - 1e-9);
        expect(rate).toBeLessThanOrEqual(interval![1] + 1e-9);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the floor for what the user said", () => {
  const facts = (count: number, bad: number) =>
    Array.from({ length: count }, (_, i) => (i < bad ? lost : aVerdict)({ fact: `f${i}` }));

  test("is crossed by 4 of 60 lost facts, and not by 1", () => {
    // Wilson's lower ends of 59/60 and 56/60 are 0.9114 and 0.8407.
    expect(belowFloor([aRun([facts(60, 1)])])).toEqual([]);
    expect(belowFloor([aRun([facts(60, 4)])])).toMatchObject([
      { kind: "users-below-floor", severity: "error" },
    ]);
  });

  test("says nothing of too few facts, of strategies that are only compared, of declared losses and of windows", () => {
    expect(belowFloor([aRun([facts(20, 10)])])).toEqual([]);
    expect(belowFloor([aRun([facts(60, 30)], { own: false })])).toEqual([]);
    expect(belowFloor([aRun([facts(60, 30)], { known: "it says so" })])).toEqual([]);
    expect(belowFloor([aRun([facts(60, 30)], { strategy: "sliding-window" })])).toEqual([]);
  });
});

describe("a view", () => {
  const runs = [
    aRun([[aVerdict()]]),
    aRun([[aVerdict()], [lost({ age: 2 })]]),
    aRun([[aVerdict()]], { strategy: "noop", own: false }),
  ];

  test("has a matrix of facts by strategy and generation, a decay curve and a half-life", () => {
    const view = viewSurvival(runs, []);
    const { strategies, generations, rows } = matrixRows(view);
    expect([strategies, generations]).toEqual([
      ["head-tail", "noop"],
      [1, 2],
    ]);
    expect(rows).toHaveLength(1);
    expect(strategies.map((strategy) => cellText(rows[0]!.cells.get(strategy)))).toEqual(["EL", "E."]);
    expect(view.strategies[0]).toMatchObject({ decay: { 1: { rate: 1 }, 2: { rate: 0 } }, halfLife: 2 });
    expect(view.strategies[0]!.byGenerations).toMatchObject({ 1: { rate: 1 }, 2: { rate: 0 } });
    expect(view.totals).toMatchObject({ runs: 3, boundaries: 4, facts: 4, survived: 3 });
  });

  test("of a page names what own strategies lost, whatever its severity, and every number where heads are hidden", () => {
    const other = aRun([[lost({ fact: "mentioned" })]], { strategy: "sliding-window", own: false });
    const page = renderSurvivalHtml(
      viewSurvival([aRun([[lost({ fact: "in-passing", severity: "medium" })]]), other], []),
      { id: "r", created: "2026", commit: null, dirty: false },
      { chartJs: "" },
    );
    const [table] = /<h2>Facts<[^]*?<\/table>/.exec(page)!;
    expect(table).toMatch(/<td>in-passing<\/td><td>user<\/td><td>medium<\/td><td>lost after 1<\/td>/);
    expect(table).not.toContain("mentioned");
    expect(page).toContain("<b>0</b> of 1 facts survive");
    expect(page.match(/<td class="number"(?! data-outcome="[^"]+")/g)).toBeNull();
  });

  test("keeps losses that a stack declares out of every count, and says them", () => {
    const declared = aRun([[lost({ source: "memory" })]], { known: "it says so" });
    const view = viewSurvival([...runs, declared], []);
    expect(view.strategies[0]!.verdicts.lost).toBe(1);
    expect(view.known).toEqual(["demo: it says so; seen at 1 boundary, and in no count"]);
  });

  test("says what was a stand-in only where there was one", () => {
    const sealed = aRun([[aVerdict({ verdict: "not_observable", survived: null })]], {
      strategy: "openai-compact",
      own: false,
    });
    sealed.boundaries[0]!.observable = false;
    expect(viewSurvival(runs, []).caveats).toHaveLength(1);
    expect(viewSurvival([...runs, sealed], []).caveats.join(" ")).toContain("stand-in");
  });
});

describe("what hostile text becomes", () => {
  const hostile = '<script>alert(1)</script>"\u001b[31m\u202e=1+1';
  const view = viewSurvival(
    [aRun([[aVerdict({ fact: "=cmd", span: hostile, reason: hostile })]])],
    [{ kind: "fact-lost", severity: "error", args: {}, message: hostile }],
  );
  const facts = { id: "r", created: "2026", commit: null, dirty: false };

  test("in the page: text", () => {
    const html = renderSurvivalHtml(view, facts, { chartJs: "/* chart */" });
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("\u001b");
    expect(html.match(/<script>/g)).toHaveLength(2);
    expect(html).toContain("default-src 'none'");
  });

  test("in the terminal: plain", () => {
    const text = renderSurvivalText(view, { color: false, width: 200, everyRow: true });
    for (const sign of ["\u001b", "\u202e"]) expect(text).not.toContain(sign);
    expect(text).toContain("FAIL  ");
    expect(text.trimEnd().split("\n").at(-1)).toBe("compaction: 1 of 1 facts survive, 1 boundary, 1 failure");
  });

  test("in the table: no formula", () => {
    const [row] = parse(renderSurvivalCsv(view), { columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({ fact: "'=cmd", own: "true", verdict: "kept_exact" });
  });
});
