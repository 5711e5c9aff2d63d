import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Comparison } from "./comparison.ts";
import { decide } from "./decide.ts";
import { defaultRules, type Rules } from "./rules.ts";
import { seededRandom } from "./statistics/index.ts";
import { runs, stateOf, unit, units } from "./testing.ts";
import type { ComparisonState, UnitOutcomes } from "./types.ts";

const noConfirm: Rules = { ...defaultRules, confirm: "none" };

function verdictOf(rules: Rules, state: ComparisonState): Comparison {
  const decision = decide(rules, state);
  if (decision.kind !== "verdict") throw new Error(`asks for ${decision.phase} ${decision.k}`);
  return decision.comparison;
}

function askOf(rules: Rules, state: ComparisonState) {
  const decision = decide(rules, state);
  if (decision.kind !== "more") throw new Error(`says ${decision.comparison.verdict}`);
  return { phase: decision.phase, k: decision.k, units: decision.units.length };
}

describe("looks", () => {
  test("begin with one run of every unit a side, then 3, 5 and 10", () => {
    // 12 steady cases: L = -z sqrt(2)/(12 k), which is above -0.05 from k = 5.69 on, so at the fourth look.
    expect(askOf(noConfirm, stateOf(units(12, "", "")))).toEqual({ phase: "look", k: 1, units: 12 });
    expect(askOf(noConfirm, stateOf(units(12, "P", "P")))).toEqual({ phase: "look", k: 3, units: 12 });
    expect(askOf(noConfirm, stateOf(units(12, "PPP", "PPP")))).toMatchObject({ k: 5 });
    expect(askOf(noConfirm, stateOf(units(12, "PPPPP", "PPPPP")))).toMatchObject({ k: 10 });
    const last = verdictOf(noConfirm, stateOf(units(12, "PPPPPPPPPP", "PPPPPPPPPP")));
    expect(last).toMatchObject({
      verdict: "neutral",
      stop: "decided",
      look: 10,
      runs: { used: 240, saved: 0 },
    });
  });

  test("stop as soon as the margin is ruled out, and count what that saves", () => {
    // 100 steady cases: L = -2.4122 sqrt(2)/100 = -0.0341 at k = 1.
    const comparison = verdictOf(noConfirm, stateOf(units(100, "P", "P")));
    expect(comparison).toMatchObject({ verdict: "neutral", stop: "decided", look: 1 });
    expect(comparison.runs).toEqual({ used: 200, saved: 9 * 200 });
    expect(comparison.result!.pooled.lower).toBeCloseTo(-0.034114, 6);
    expect(comparison.smallestDrop).toBeCloseTo((2.4122 + 0.8416212) * Math.SQRT2 * 0.01, 6);
  });

  test("stop at a loss that is shown", () => {
    const broken = [...units(20, "P", "P"), ...units(10, "P", "f")];
    const comparison = verdictOf(noConfirm, stateOf(broken));
    // McNemar, ten lost and none won: mid-p is half of 2^-10.
    expect(comparison.result!.pooled.midPWorse).toBeCloseTo(2 ** -11, 12);
    expect(comparison).toMatchObject({ verdict: "regressed", reasons: ["pooled"], look: 1 });
    expect(comparison.carriesOver).toMatchObject({ clusters: 30, diff: expect.closeTo(-1 / 3, 12) });
  });

  test("stop at an improvement, unless that was not asked for", () => {
    const better = [...units(20, "P", "P"), ...units(10, "f", "P")];
    expect(verdictOf(noConfirm, stateOf(better))).toMatchObject({ verdict: "improved", look: 1 });
  });

  test("go on past neutral when an improvement is to be proven, and say neutral at the last look", () => {
    const prove: Rules = { ...noConfirm, goal: "prove-improvement" };
    expect(askOf(prove, stateOf(units(100, "P", "P")))).toMatchObject({ k: 3 });
    const last = stateOf(units(100, "P".repeat(10), "P".repeat(10)));
    expect(verdictOf(prove, last)).toMatchObject({ verdict: "neutral", stop: "last-look" });
  });

  test("do not look at a round that was cut short", () => {
    const third = units(12, "PPP", "PPP");
    const cut = third.map((one, i) => (i < 6 ? { ...one, a: runs("PPPP"), b: runs("PPPf") } : one));
    expect(decide(noConfirm, stateOf(cut))).toMatchObject({ kind: "more", k: 5 });
    const stopped = verdictOf(noConfirm, stateOf(cut, { stopped: true }));
    const whole = verdictOf(noConfirm, stateOf(third, { stopped: true }));
    expect(stopped.result).toEqual(whole.result);
    expect(stopped).toMatchObject({ verdict: "inconclusive", stop: "stopped", look: 3, runs: { saved: 0 } });
  });

  test("end early when no later look is likely to decide, and ask for cases instead of repeats", () => {
    // 16 coins after five runs: the variance inside the arms is the larger, SE = sqrt(16 * 0.12 + 0.08)/16 = 0.0884, and
    // at ten runs 0.0625; D leaves (-0.151, 0.101) with 6% chance.
    const comparison = verdictOf(noConfirm, stateOf(units(16, "PPfff", "ffPPf")));
    expect(comparison).toMatchObject({ verdict: "inconclusive", stop: "futile", look: 5 });
    // n = ceil(16 (0.0625/0.015367)²) = 265, at ten runs a side.
    expect(comparison.advice).toEqual({ by: "cases", cases: 249, calls: 249 * 20 });
  });

  test("count copies of one answer as one run", () => {
    const copies = units(12, "PPP", "PPP", { copies: true });
    const comparison = verdictOf(noConfirm, stateOf(copies));
    expect(comparison).toMatchObject({ verdict: "inconclusive", stop: "copies", look: 3 });
    // One run a side: SE = sqrt(2)/12.
    expect(comparison.result!.pooled.se).toBeCloseTo(Math.SQRT2 / 12, 12);
    expect(comparison.advice!.by).toBe("cases");
    const few = copies.map((one, i) => ({ ...one, copies: i < 10 }));
    expect(askOf(noConfirm, stateOf(few))).toMatchObject({ k: 5 });
  });

  test("use every run of a cached baseline and ask only for B", () => {
    const cached: Rules = { ...noConfirm, looks: [3, 5, 10], cachedBaseline: true };
    const list = units(20, "P".repeat(20), "PPP");
    const { result, look } = verdictOf(cached, stateOf(list, { stopped: true }));
    expect(look).toBe(3);
    expect(result!.pooled.se).toBeCloseTo(Math.sqrt(1 / 400 + 1 / 9) / 20, 12);
    const list10 = units(200, "P".repeat(20), "PPP");
    // Seven more runs of B only would have been made.
    expect(verdictOf(cached, stateOf(list10)).runs).toEqual({ used: 200 * 23, saved: 200 * 7 });
  });
});

describe("combinations", () => {
  const of = (name: string, a: string, b: string, count = 60) => units(count, a, b, { combination: name });

  test("one that is broken regresses the whole, though the pool rules the margin out", () => {
    const list = [...of("x", "P", "P", 300), ...of("y", "P", "P", 40), ...of("y", "P", "f", 12)];
    const comparison = verdictOf(noConfirm, stateOf(list));
    expect(comparison).toMatchObject({ verdict: "regressed", reasons: ["pooled", "combination"] });
    const wider = [...of("x", "P", "P", 900), ...of("y", "P", "P", 40), ...of("y", "P", "f", 12)];
    expect(verdictOf(noConfirm, stateOf(wider))).toMatchObject({
      verdict: "regressed",
      reasons: ["combination"],
    });
  });

  test("are tested together: what would do for one alone does not do for one of two", () => {
    // Six lost, none won: mid-p is 2^-7 = 0.0078, below 0.0079 but not twice.
    const list = [...of("x", "P", "P", 300), ...of("y", "P", "P", 34), ...of("y", "P", "f", 6)];
    const { result, verdict } = verdictOf(noConfirm, stateOf(list, { stopped: true }));
    expect(result).toMatchObject({
      hurts: [],
      unresolved: ["y"],
      pooled: { verdict: "neutral", smallDrop: true },
    });
    expect(result!.combinations.map((scope) => [scope.margin, scope.verdict])).toEqual([
      [0.1, "neutral"],
      [0.1, "inconclusive"],
    ]);
    expect(verdict).toBe("inconclusive");
  });

  test("that point in opposite directions are named, whatever the pool says", () => {
    const list = [
      ...of("x", "f", "P", 20),
      ...of("x", "P", "P"),
      ...of("y", "P", "f", 20),
      ...of("y", "P", "P"),
    ];
    const { result } = verdictOf(noConfirm, stateOf(list));
    expect(result).toMatchObject({ helps: ["x"], hurts: ["y"] });
    expect(result!.pooled.diff).toBe(0);
  });

  test("without a resolved interval hold back an early neutral, and are listed at the end", () => {
    const list = [...of("x", "P", "P", 100), ...of("y", "P", "P", 12)];
    expect(askOf(noConfirm, stateOf(list))).toMatchObject({ k: 3 });
    // Two of five steady passes lost in every run-pair of y: y stays open, the pool is neutral.
    const last = [
      ...of("x", "P".repeat(10), "P".repeat(10), 100),
      ...of("y", "PPPPPfffff", "fffffPPPPP", 12),
    ];
    const comparison = verdictOf(noConfirm, stateOf(last));
    expect(comparison).toMatchObject({ verdict: "neutral", stop: "last-look" });
    expect(comparison.result!.unresolved).toEqual(["y"]);
  });

  test("left open by a stop make the verdict inconclusive", () => {
    const list = [...of("x", "P", "P", 100), ...of("y", "P", "P", 12)];
    expect(verdictOf(noConfirm, stateOf(list, { stopped: true }))).toMatchObject({
      ...{ verdict: "inconclusive", reasons: ["combination-unresolved"] },
    });
  });
});

describe("single cases", () => {
  const steady = units(200, "P", "P");

  test("that did worse are run again afresh, and only those", () => {
    const list = [...steady, unit("lost", "P", "f"), unit("won", "f", "P")];
    const decision = decide(defaultRules, stateOf(list));
    expect(decision).toMatchObject({ kind: "more", phase: "confirm", k: 10 });
    expect(decision.kind === "more" && decision.units.map((one) => one.case)).toEqual(["lost"]);
  });

  test("confirmed are named, and regress the whole if they must pass", () => {
    const confirmed = (policy: "must-pass" | undefined) =>
      verdictOf(
        defaultRules,
        stateOf([...steady, unit("lost", "P", "f", { policy })], {
          confirmation: [unit("lost", "PPPPPPPPPP", "fffffffffP")],
        }),
      );
    expect(confirmed(undefined)).toMatchObject({
      verdict: "neutral",
      confirmation: { confirmed: [{ case: "lost" }] },
    });
    expect(confirmed("must-pass")).toMatchObject({ verdict: "regressed", reasons: ["confirmed-case"] });
    expect(confirmed("must-pass").runs.used).toBe(402 + 20);
  });

  test("that fresh runs clear do not count", () => {
    const state = stateOf([...steady, unit("lost", "P", "f", { policy: "must-pass" })], {
      confirmation: [unit("lost", "PPPPPPPPPP", "PPPPPPPPPP")],
    });
    expect(verdictOf(defaultRules, state)).toMatchObject({
      verdict: "neutral",
      confirmation: { confirmed: [] },
    });
  });

  test("at most ten are confirmed, the largest drops, but every must-pass one", () => {
    const mild = units(8, "PPP", "PPf");
    const hard = units(4, "PPP", "fff");
    const musts = units(2, "PPP", "PPf", { policy: "must-pass", combination: "other" });
    const decision = decide(defaultRules, stateOf([...mild, ...hard, ...musts], {}));
    expect(decision).toMatchObject({ kind: "more", phase: "confirm" });
    const asked = decision.kind === "more" ? decision.units : [];
    expect(asked.map((one) => one.policy ?? one.b.join(""))).toEqual([
      ...["must-pass", "must-pass", "000", "000", "000", "000"],
      ...["110", "110", "110", "110"],
    ]);
  });

  test("a must-pass case that could not be cleared leaves it open", () => {
    const state = stateOf([...steady, unit("lost", "P", "f", { policy: "must-pass" })], {
      confirmation: [unit("lost", "PPPPPPPPPP", "PPPPP?????")],
    });
    expect(verdictOf(defaultRules, state)).toMatchObject({
      verdict: "inconclusive",
      reasons: ["must-pass-untold"],
    });
    const stopped = stateOf([...steady, unit("lost", "P", "f", { policy: "must-pass" })], { stopped: true });
    expect(verdictOf(defaultRules, stopped)).toMatchObject({ verdict: "inconclusive" });
  });
});

describe("few affected cases", () => {
  const few = [unit("one", "", ""), unit("two", "", ""), unit("one", "", "", { combination: "other" })];

  test("go straight to ten fresh runs a side", () => {
    expect(askOf(defaultRules, stateOf(few))).toEqual({ phase: "confirm", k: 10, units: 3 });
    const nine = units(9, "", "");
    expect(askOf(defaultRules, stateOf(nine)).phase).toBe("confirm");
    expect(askOf(defaultRules, stateOf(units(10, "", ""))).phase).toBe("look");
  });

  test("regress by any confirmed loss, must-pass or not", () => {
    const fresh = few.map((one) => ({ ...one, a: runs("PPPPPPPPPP"), b: runs("PPPPPPPPPP") }));
    const clean = verdictOf(defaultRules, stateOf(few, { confirmation: fresh }));
    expect(clean).toMatchObject({ verdict: "neutral", stop: "few-cases", runs: { used: 60, saved: 0 } });
    expect(clean.smallestDrop).toBeGreaterThan(0.3);
    const lost = fresh.with(1, { ...fresh[1]!, b: runs("ffffffffff") });
    expect(verdictOf(defaultRules, stateOf(few, { confirmation: lost }))).toMatchObject({
      ...{ verdict: "regressed", reasons: ["confirmed-case"] },
    });
  });

  test("are open when stopped before all fresh runs", () => {
    const fresh = few.map((one) => ({ ...one, a: runs("PPPPP"), b: runs("PPPPP") }));
    expect(verdictOf(defaultRules, stateOf(few, { confirmation: fresh, stopped: true }))).toMatchObject({
      ...{ verdict: "inconclusive", reasons: ["case-untold"], stop: "stopped" },
    });
  });

  test("are open where a case was not measured", () => {
    const fresh = few.map((one) => ({ ...one, a: runs("PPPPPPPPPP"), b: runs("??????????") }));
    expect(verdictOf(defaultRules, stateOf(few, { confirmation: fresh }))).toMatchObject({
      ...{ verdict: "inconclusive", reasons: ["nothing-measured"] },
    });
    const one = fresh.map((unit_, i) => ({ ...unit_, b: runs(i === 0 ? "??????????" : "PPPPPPPPPP") }));
    expect(verdictOf(defaultRules, stateOf(few, { confirmation: one }))).toMatchObject({
      ...{ verdict: "inconclusive", reasons: ["too-many-unmeasured", "case-untold"] },
    });
  });
});

test("no affected case is equal, and asks for no call", () => {
  expect(verdictOf(defaultRules, stateOf([]))).toMatchObject({ verdict: "neutral", stop: "equal", units: 0 });
});

describe("unmeasured runs", () => {
  test("up to 2% are left out and counted", () => {
    const list = [...units(99, "P", "P"), unit("gap", "P", "?", { policy: "must-pass" })];
    const comparison = verdictOf(noConfirm, stateOf(list));
    expect(comparison).toMatchObject({ verdict: "neutral", mustPassUnmeasured: ["gap"] });
    expect(comparison.result!.pooled.units).toBe(99);
    expect(comparison.unmeasured).toEqual({ a: 0, b: 1, attemptsA: 100, attemptsB: 100 });
  });

  test("more than 2% cap the verdict", () => {
    const list = [...units(95, "P", "P"), ...units(5, "P", "?")];
    expect(verdictOf(noConfirm, stateOf(list))).toMatchObject({
      ...{ verdict: "inconclusive", reasons: ["too-many-unmeasured"] },
    });
  });

  test("on one side only cap it earlier", () => {
    // 9 of 500 against none: 0.9% of all, Fisher two-sided 0.004.
    const list = [...units(491, "P", "P"), ...units(9, "P", "?")];
    expect(verdictOf(noConfirm, stateOf(list)).reasons).toEqual(["unequally-unmeasured"]);
    const even = [...units(491, "P", "P"), ...units(5, "P", "?"), ...units(4, "?", "P")];
    expect(verdictOf(noConfirm, stateOf(even)).verdict).toBe("neutral");
  });

  test("do not excuse a loss that no reading of them could undo", () => {
    const clear = [...units(60, "P", "P"), ...units(40, "P", "f"), ...units(5, "P", "?")];
    expect(verdictOf(noConfirm, stateOf(clear))).toMatchObject({ verdict: "regressed", reasons: ["pooled"] });
    const open = [...units(60, "P", "P"), ...units(8, "P", "f"), ...units(30, "f", "?")];
    expect(verdictOf(noConfirm, stateOf(open)).verdict).toBe("inconclusive");
  });

  test("alone are no verdict", () => {
    expect(verdictOf(noConfirm, stateOf(units(20, "?", "?")))).toMatchObject({
      ...{ verdict: "inconclusive", reasons: ["nothing-measured"], stop: "nothing-measured" },
    });
  });
});

describe("any data", () => {
  const outcomes = (k: number) => fc.array(fc.constantFrom(0, 1), { minLength: k, maxLength: k });
  const anyUnits = (k: number) =>
    fc
      .array(fc.record({ a: outcomes(k), b: outcomes(k), combination: fc.constantFrom("x", "y") }), {
        ...{ minLength: 10, maxLength: 40 },
      })
      .map((list) => list.map((one, i): UnitOutcomes => ({ case: String(i), ...one })));
  const stopped = (list: UnitOutcomes[]) => verdictOf(noConfirm, stateOf(list, { stopped: true }));

  test("swapped turns the change round and never keeps a shown direction", () => {
    fc.assert(
      fc.property(anyUnits(3), (list) => {
        const [one, other] = [
          stopped(list),
          stopped(list.map(({ a, b, ...rest }) => ({ ...rest, a: b, b: a }))),
        ];
        expect(one.result!.pooled.diff).toBeCloseTo(-other.result!.pooled.diff, 12);
        if (one.verdict === "improved") expect(other.verdict).not.toBe("improved");
        // What helps one combination and hurts another is worse in one of them whichever way it is turned.
        const isWorse = ({ verdict, reasons }: typeof one) =>
          verdict === "regressed" && reasons.includes("pooled");
        if (isWorse(one)) expect(isWorse(other)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  test("in another order gives the same verdict", () => {
    fc.assert(
      fc.property(anyUnits(3), (list) => {
        const turned = list
          .toReversed()
          .map((one) => ({ ...one, a: one.a.toReversed(), b: one.b.toReversed() }));
        expect(stopped(turned).verdict).toBe(stopped(list).verdict);
      }),
      { numRuns: 100 },
    );
  });

  test("the same on both sides never regresses and never improves", () => {
    fc.assert(
      fc.property(anyUnits(5), (list) => {
        const { verdict } = stopped(list.map((one) => ({ ...one, b: one.a })));
        expect(["neutral", "inconclusive"]).toContain(verdict);
      }),
      { numRuns: 100 },
    );
  });

  test("with one more lost run never turns a regression into anything better", () => {
    fc.assert(
      fc.property(anyUnits(1), fc.nat(), (list, pick) => {
        const single = list.map((one) => ({ ...one, combination: "x" }));
        const at = pick % single.length;
        const worse = single.with(at, { ...single[at]!, b: [0] });
        if (stopped(single).verdict === "regressed") expect(stopped(worse).verdict).toBe("regressed");
        if (stopped(worse).verdict === "improved") expect(stopped(single).verdict).toBe("improved");
      }),
      { numRuns: 100 },
    );
  });

  test("ends: a runner that does as it is told reaches a verdict, the same after a resume at any point", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), fc.nat({ max: 6 }), (seed, n, cut) => {
        const play = (rounds: number, from: ComparisonState): { state: ComparisonState; ended: boolean } => {
          let state = from;
          for (let round = 0; round < rounds; round++) {
            const decision = decide(defaultRules, state);
            if (decision.kind === "verdict") return { state, ended: true };
            state = answer(state, decision, seed);
          }
          return { state, ended: false };
        };
        const start = stateOf(units(n, "", ""));
        const straight = play(20, start);
        expect(straight.ended).toBe(true);
        const resumed = play(20, structuredClone(play(cut, start).state));
        expect(decide(defaultRules, resumed.state)).toEqual(decide(defaultRules, straight.state));
      }),
      { numRuns: 50 },
    );
  });
});

/** Does the runs that were asked for; each run's outcome depends on its unit and number only, as stored ones do. */
function answer(
  state: ComparisonState,
  { phase, units: asked, k }: Extract<ReturnType<typeof decide>, { kind: "more" }>,
  seed: string,
): ComparisonState {
  const ids = new Set(asked.map((one) => one.case));
  const fill = (one: UnitOutcomes): UnitOutcomes => {
    const draw = (side: string) =>
      Array.from({ length: k }, (_, i) =>
        seededRandom(`${seed}${phase}${one.case}${side}${i}`)() < 0.8 ? 1 : 0,
      );
    return { ...one, a: draw("a"), b: draw("b") };
  };
  if (phase === "look") return { ...state, units: state.units.map(fill) };
  const kept = state.confirmation.filter((one) => !ids.has(one.case));
  return { ...state, confirmation: [...kept, ...asked.map(fill)] };
}
