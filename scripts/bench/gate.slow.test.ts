import { describe, expect, test } from "vitest";
import { checkFalseFails, checkScores, checkSingleCases } from "./gate-checks.ts";
import { compareCell, readTables } from "./gate-tables.ts";
import { drawWorld, shiftWorld } from "./gate-worlds.ts";
import { seededRandom } from "../../src/compare/index.ts";

/** A smaller `pnpm bench:gate`, from the same seeds every time. */
const runs = 100;
const cells = readTables().filter(({ situation }) => situation.cases <= 50);

describe("the printed tables come out within Monte-Carlo error", () => {
  test.each([...new Set(cells.map((cell) => cell.table))])("%s", (table) => {
    const figures = cells
      .filter((cell) => cell.table === table)
      .flatMap((cell) => compareCell(cell, runs).map((one) => ({ ...cell.situation, ...one })));
    expect(figures.length).toBeGreaterThan(10);
    expect(figures.filter((one) => !one.within)).toEqual([]);
  });

  test("and a gate with another threshold is noticed", () => {
    const cell = cells.find(
      ({ table, situation }) => table === "single look" && situation.changes[0] === -0.1,
    )!;
    const lax = {
      ...cell,
      situation: { ...cell.situation, rules: { ...cell.situation.rules, margin: 0.2 } },
    };
    expect(compareCell(lax, runs).some((one) => !one.within)).toBe(true);
  });
});

test("the promises are kept", () => {
  const checks = [...checkFalseFails(runs), ...checkSingleCases(runs), ...checkScores(40)];
  expect(checks.filter((check) => !check.kept)).toEqual([]);
});

test("the worlds have the printed means, and lose what they are told to", () => {
  const random = seededRandom("worlds");
  const mean = (world: number[]) => world.reduce((sum, p) => sum + p, 0) / world.length;
  // 78% and 82%; the standard deviation of a case's chance is at most 0.5.
  const stable = drawWorld("stable", 20_000, random);
  expect(Math.abs(mean(stable) - 0.78)).toBeLessThan(0.02);
  expect(Math.abs(mean(drawWorld("flaky", 20_000, random)) - 0.82)).toBeLessThan(0.02);
  for (const points of [-0.05, -0.2, 0.1]) {
    const shifted = shiftWorld(stable, points, random);
    expect(mean(shifted) - mean(stable)).toBeCloseTo(points, 9);
    expect(Math.min(...shifted)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...shifted)).toBeLessThanOrEqual(1);
  }
});
