import { describe, expect, test } from "vitest";
import { seededRandom } from "./statistics/index.ts";
import { compareSessions, type SessionOutcome } from "./sessions.ts";

const assigned = { experiment: "e1", shareOfB: 0.5 };

/** Sessions of as many users, some each, the first of them passing. */
function sessions(hash: string, users: number, each: number, passing: number): SessionOutcome[] {
  return Array.from({ length: users * each }, (_, i) => ({
    ...{ recipeHash: hash, cluster: `${hash}${i % users}`, outcome: i < passing ? 1 : 0 },
    ...{ assignment: assigned, at: i },
  }));
}
const compare = (list: SessionOutcome[]) => compareSessions(list, { a: "a", b: "b" }, 0.05);
const kinds = (list: SessionOutcome[]) => compare(list).warnings.map((warning) => warning.kind);

describe("verdicts", () => {
  test("a large gain and a large loss are seen", () => {
    const list = [...sessions("a", 200, 1, 100), ...sessions("b", 200, 1, 160)];
    const result = compare(list);
    expect(result).toMatchObject({ verdict: "improved", warnings: [], a: { rate: 0.5 }, b: { rate: 0.8 } });
    // CR1 of two independent groups of 200: SE² = (400/399)(0.25 + 0.16)/200 + 2/200².
    expect(result.interval!.se).toBeCloseTo(Math.sqrt(((400 / 399) * 0.41) / 200 + 2 / 200 ** 2), 9);
    const turned = list.map((one) => ({ ...one, recipeHash: one.recipeHash === "a" ? "b" : "a" }));
    expect(compare(turned).verdict).toBe("regressed");
  });

  test("neutral needs enough sessions to rule the margin out", () => {
    const equal = (n: number) => [...sessions("a", n, 1, 0.8 * n), ...sessions("b", n, 1, 0.8 * n)];
    expect(compare(equal(100)).verdict).toBe("inconclusive");
    expect(compare(equal(2000)).verdict).toBe("neutral");
  });

  test("many sessions of few users prove nothing", () => {
    const result = compare([...sessions("a", 5, 400, 1000), ...sessions("b", 5, 400, 1600)]);
    expect(result).toMatchObject({ verdict: "inconclusive", interval: null });
    expect(result.warnings.map((warning) => warning.kind)).toEqual(["few-clusters"]);
  });

  test("unmeasured sessions are counted and cap the verdict", () => {
    const lost = sessions("b", 200, 1, 200).map((one, i) => (i < 50 ? { ...one, outcome: null } : one));
    const result = compare([...sessions("a", 200, 1, 100), ...lost]);
    expect(result).toMatchObject({
      verdict: "inconclusive",
      cap: "too-many-unmeasured",
      unmeasured: { a: 0, b: 50 },
    });
  });

  test("no sessions at all are no verdict", () => {
    expect(compare([])).toMatchObject({ verdict: "inconclusive", a: { sessions: 0, rate: null } });
  });
});

describe("warnings", () => {
  const [a, b] = [sessions("a", 200, 1, 100), sessions("b", 200, 1, 100)];
  test("say that sessions were not split at random", () => {
    const { assignment: _, ...loose } = a[0]!;
    expect(kinds([loose, ...a.slice(1), ...b])).toEqual(["not-assigned"]);
    expect(compare([loose, ...a.slice(1), ...b]).warnings[0]!.message).toContain("1 of 400 sessions");
  });
  test("say that the split came out uneven, but not by chance's own measure", () => {
    expect(kinds([...a, ...sessions("b", 120, 1, 60)])).toEqual(["uneven-split"]); // 4.5 standard deviations
    expect(kinds([...a, ...sessions("b", 160, 1, 80)])).toEqual([]); // 2.1
  });
  test("say that splits differ, that a user had both, and that one came first", () => {
    const other = b.map((one) => ({ ...one, assignment: { experiment: "e2", shareOfB: 0.5 } }));
    expect(kinds([...a, ...other])).toEqual(["several-experiments"]);
    expect(kinds([...a, ...b.map((one, i) => (i === 0 ? { ...one, cluster: "a0" } : one))])).toEqual([
      "both-versions",
    ]);
    expect(kinds([...a, ...b.map((one) => ({ ...one, at: one.at! + 1000 }))])).toEqual(["other-times"]);
  });
});

test("the interval misses the truth no more often than it says, with users that differ", () => {
  const random = seededRandom("users that differ");
  let [low, high] = [0, 0];
  const rounds = 400;
  for (let round = 0; round < rounds; round++) {
    const list = ["a", "b"].flatMap((hash) =>
      Array.from({ length: 15 }, (_, user) => {
        const chance = random();
        return Array.from({ length: 8 }, (): SessionOutcome => ({
          ...{ recipeHash: hash, cluster: `${hash}${user}`, outcome: random() < chance ? 1 : 0 },
        }));
      }).flat(),
    );
    const { lower, upper } = compare(list).interval!;
    if (lower > 0) low++;
    if (upper < 0) high++;
  }
  // 2.5% a side; 4 standard errors above it at 400 rounds is 5.6%.
  expect(Math.max(low, high) / rounds).toBeLessThan(0.056);
});
