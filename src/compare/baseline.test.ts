import { expect, test } from "vitest";
import {
  baselineDrifted,
  type BaselineMaking,
  checkBaseline,
  gateTrusted,
  recheckSample,
} from "./baseline.ts";
import { seededRandom } from "./statistics/index.ts";
import { unit, units } from "./testing.ts";

const day = 24 * 60 * 60 * 1000;
const made: BaselineMaking = {
  ...{ prompts: "p", corpus: "c", graders: "g", model: "m-2026-01-01", modelPinned: true, madeAt: 0 },
};

test("a stored baseline stands in for fresh runs only where nothing but B changed", () => {
  const looks = [3, 5, 10];
  const kinds = (wanted: Partial<BaselineMaking>, stored: Partial<BaselineMaking> = {}, at = looks) =>
    checkBaseline({ ...made, ...stored }, { ...made, madeAt: day, ...wanted }, at).map(
      (finding) => finding.message,
    );
  expect(kinds({})).toEqual([]);
  expect(kinds({ madeAt: 7 * day })).toEqual([]);
  expect(kinds({ madeAt: 8 * day })).toEqual([expect.stringContaining("8 days old")]);
  expect(kinds({}, { modelPinned: false })).toEqual([expect.stringContaining("alias")]);
  expect(kinds({}, {}, [1, 3])).toEqual([expect.stringContaining("at least 3 runs")]);
  expect(kinds({ prompts: "x", corpus: "x", graders: "x", model: "x" })).toHaveLength(4);
});

test("a tenth is run again, at least one, each unit once", () => {
  const list = units(40, "PPP", "");
  const sample = recheckSample(list, seededRandom("s"));
  expect(new Set(sample.map((one) => one.case)).size).toBe(4);
  expect(recheckSample([unit("one", "P", "")], seededRandom("s"))).toHaveLength(1);
  expect(recheckSample([], seededRandom("s"))).toEqual([]);
});

test("a baseline that behaves otherwise today has drifted, in either direction", () => {
  expect(baselineDrifted(units(4, "PPPPPPPPPP", "PPP"), "pass-fail")).toBe(false);
  expect(baselineDrifted(units(4, "PPPPPPPPPP", "Pff"), "pass-fail")).toBe(true);
  expect(baselineDrifted(units(4, "ffffffffff", "PPf"), "pass-fail")).toBe(true);
  expect(baselineDrifted([], "pass-fail")).toBe(false);
});

test("a gate that fails more than 4 of the last 40 times when nothing changed is not trusted", () => {
  const fails = (count: number) => Array.from({ length: 40 }, (_, i) => i < count);
  expect(gateTrusted(fails(4))).toBe(true);
  expect(gateTrusted(fails(5))).toBe(false);
  expect(gateTrusted([...fails(5), ...fails(0)])).toBe(true);
});
