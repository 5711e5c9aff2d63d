import fc from "fast-check";
import { expect, test } from "vitest";
import { pairUnits, type SideUnit } from "./pair-units.ts";

const side = (id: string, subject: string, more: Partial<SideUnit> = {}): SideUnit => ({
  ...{ case: id, combination: "main", caseHash: "same", subjectHash: subject, outcomes: [] },
  ...more,
});

test("only units whose subject differs are affected; what cannot be compared is told apart", () => {
  const a = [
    side("edited", "1", { outcomes: [1], policy: "must-pass" }),
    side("untouched", "1"),
    side("gone", "1"),
    side("rewritten", "1", { caseHash: "old" }),
  ];
  const b = [
    side("new", "2"),
    side("rewritten", "2"),
    side("untouched", "1"),
    side("edited", "2", { outcomes: [0], policy: "must-pass" }),
    side("edited", "2", { combination: "explore" }),
  ];
  const paired = pairUnits(a, b);
  expect(paired.affected).toMatchObject([
    { case: "edited", policy: "must-pass", a: [1], b: [0], copies: false },
  ]);
  expect(paired.equal).toEqual([{ case: "untouched", combination: "main" }]);
  expect(paired.onlyA).toEqual([{ case: "gone", combination: "main" }]);
  expect(paired.onlyB.map((unit) => `${unit.case} ${unit.combination}`)).toEqual([
    "new main",
    "edited explore",
  ]);
  expect(paired.changed).toEqual([{ case: "rewritten", combination: "main" }]);
  expect(paired.corpus).toEqual({ cases: 2, units: 2 });
});

test("repeats with one and the same answer on each side are copies", () => {
  const copies = (one: string[], other: string[]) =>
    pairUnits([side("x", "1", { answers: one })], [side("x", "2", { answers: other })]).affected[0]!.copies;
  expect(copies(["h", "h"], ["g", "g"])).toBe(true);
  expect(copies(["h", "h"], ["g", "h"])).toBe(false);
  expect(copies([], ["g"])).toBe(false);
});

test("every unit is in one place, and the same versions affect nothing", () => {
  const unit = fc.record({
    ...{ case: fc.constantFrom("x", "y", "z"), combination: fc.constantFrom("p", "q") },
    ...{
      caseHash: fc.constantFrom("1", "2"),
      subjectHash: fc.constantFrom("1", "2"),
      outcomes: fc.constant([]),
    },
  });
  const list = fc.uniqueArray(unit, { selector: (one) => `${one.case}${one.combination}` });
  fc.assert(
    fc.property(list, list, (a, b) => {
      const { affected, equal, onlyA, onlyB, changed } = pairUnits(a, b);
      expect(affected.length + equal.length + changed.length + onlyA.length).toBe(a.length);
      expect(affected.length + equal.length + changed.length + onlyB.length).toBe(b.length);
      expect(pairUnits(a, a).equal).toHaveLength(a.length);
    }),
    { numRuns: 60 },
  );
});
