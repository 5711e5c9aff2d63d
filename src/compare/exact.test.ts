import { expect, test } from "vitest";
import { combineVerdicts } from "./combine-verdicts.ts";
import { describeExact } from "./describe.ts";
import { type ExactUnit, judgeExact } from "./exact.ts";

const exact = (id: string, a: 0 | 1 | null, b: 0 | 1 | null, more: Partial<ExactUnit> = {}): ExactUnit => ({
  ...{ case: id, combination: "main x m", a, b, ...more },
});
const steady = Array.from({ length: 100 }, (_, i) => exact(`s${i}`, 1, 1));

test("one lost case is a regression, whatever was gained", () => {
  const result = judgeExact([...steady, exact("lost", 1, 0), exact("won", 0, 1)]);
  expect(result).toMatchObject({ verdict: "regressed", units: 102 });
  expect(result.lost.map((one) => one.case)).toEqual(["lost"]);
  expect(result.gained.map((one) => one.case)).toEqual(["won"]);
});

test("none lost and one gained is an improvement; neither is neutral", () => {
  expect(judgeExact([...steady, exact("won", 0, 1)]).verdict).toBe("improved");
  expect(judgeExact([...steady, exact("never", 0, 0)]).verdict).toBe("neutral");
});

test("a text that still reaches the model is harder to find; a text that is gone is lost", () => {
  const there = judgeExact([...steady, exact("moved", 1, 0, { onText: "there" })]);
  expect(there).toMatchObject({ verdict: "neutral", lost: [], harderToFind: [{ case: "moved" }] });
  const gone = judgeExact([...steady, exact("moved", 1, 0, { onText: "gone" })]);
  expect(gone).toMatchObject({ verdict: "regressed", harderToFind: [] });
});

test("a quarantined loss is shown and decides nothing", () => {
  const result = judgeExact([...steady, exact("lost", 1, 0, { quarantined: true })]);
  expect(result).toMatchObject({ verdict: "neutral", lost: [{ case: "lost" }] });
  expect(describeExact(result)).toEqual(["Lost: lost in main x m (quarantined)."]);
});

test("what may be lost for want of a measurement is open", () => {
  expect(judgeExact([...steady, exact("gap", 1, null)]).verdict).toBe("inconclusive");
  expect(judgeExact([...steady, exact("gap", null, 0)]).verdict).toBe("inconclusive");
  expect(judgeExact([...steady, exact("gap", null, 1)]).verdict).toBe("neutral");
  expect(judgeExact([...steady, exact("gap", null, null)]).verdict).toBe("neutral");
  const many = [1, 2, 3].map((i) => exact(`gap${i}`, null, null));
  expect(judgeExact([...steady, ...many])).toMatchObject({ verdict: "inconclusive", capped: true });
});

test("the parts of a comparison make one verdict: loss, doubt, gain", () => {
  expect(combineVerdicts(["improved", "inconclusive", "regressed"])).toBe("regressed");
  expect(combineVerdicts(["improved", "inconclusive"])).toBe("inconclusive");
  expect(combineVerdicts(["neutral", "improved"])).toBe("improved");
  expect(combineVerdicts([])).toBe("neutral");
});
