import { expect, test } from "vitest";
import type { RecordLine } from "../../lock/index.ts";
import { isUserError } from "../../util/index.ts";
import { compareSessions } from "../sessions.ts";
import { describeSessions } from "./describe-sessions.ts";
import { sessionOutcomes } from "./session-outcomes.ts";

const recipe = (digit: string) => `sha256:${digit.repeat(64)}` as const;
const none = { a: undefined, b: undefined };

function start(session: string, digit: string, more: object = {}): RecordLine {
  const prompt = { stack: "desk", variant: "default", profile: "main", recipeHash: recipe(digit) };
  return {
    strata: 1,
    event: "start",
    session,
    time: "2026-03-30T12:00:00Z",
    ...prompt,
    ...more,
  } as RecordLine;
}

function outcome(session: string, value: "pass" | "fail" | number, more: object = {}): RecordLine {
  return { strata: 1, event: "outcome", session, time: "2026-03-30T13:00:00Z", value, ...more } as RecordLine;
}

function kindOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return isUserError(error) ? error.code : String(error);
  }
  return undefined;
}

test("the last outcome of a session counts, pass and fail are 1 and 0, none is unmeasured", () => {
  const records = [
    ...[start("s1", "a"), start("s2", "b"), start("s3", "b"), start("s4", "a")],
    ...[outcome("s1", "fail"), outcome("s1", "pass"), outcome("s2", 0.25), outcome("s3", "fail")],
  ];
  const { versions, outcomes } = sessionOutcomes(records, none);
  expect(versions).toEqual({ a: recipe("a"), b: recipe("b") });
  expect(outcomes.map(({ recipeHash, outcome: value, cluster }) => [recipeHash, value, cluster])).toEqual([
    [recipe("a"), 1, "s1"],
    [recipe("a"), null, "s4"],
    [recipe("b"), 0.25, "s2"],
    [recipe("b"), 0, "s3"],
  ]);
});

test("the cluster is the outcome's, else the start's; a split by chance is told with the share of B", () => {
  const assignment = (variant: string, random = true) => ({
    assignment: { experiment: "e", variant, random, shares: { old: 0.75, new: 0.25 } },
  });
  const records = [
    start("s1", "a", { cluster: "sha256:u1", ...assignment("old") }),
    start("s2", "b", assignment("new")),
    start("s3", "b", assignment("new", false)),
    outcome("s1", "pass", { cluster: "sha256:t1" }),
  ];
  const { outcomes } = sessionOutcomes(records, none);
  expect(outcomes).toMatchObject([
    { cluster: "sha256:t1", assignment: { experiment: "e", shareOfB: 0.25 } },
    { cluster: "s2", assignment: { experiment: "e", shareOfB: 0.25 } },
    { cluster: "s3", assignment: undefined },
  ]);
});

test("sessions that went on with another recipe are left out, and outcomes without a start counted", () => {
  const reload = {
    strata: 1,
    event: "reload",
    session: "s1",
    time: "2026-03-30T12:30:00Z",
    prompt: { recipeHash: recipe("b") },
  };
  const records = [
    start("s1", "a"),
    reload as RecordLine,
    start("s2", "a"),
    start("s3", "b"),
    outcome("gone", "pass"),
  ];
  const { outcomes, findings } = sessionOutcomes(records, none);
  expect(outcomes).toHaveLength(2);
  expect(findings.map(({ kind, args }) => [kind, args])).toEqual([
    ["sessions-changed", { sessions: 1 }],
    ["sessions-unknown", { outcomes: 1 }],
  ]);
});

test("two recipes are compared; which ones is asked for where that is not clear", () => {
  const three = [start("s1", "a"), start("s2", "b"), start("s3", "c")];
  expect(kindOf(() => sessionOutcomes(three, none))).toBe("sessions-which");
  expect(sessionOutcomes(three, { a: "cccccc", b: "sha256:aaaaaaaa" }).versions).toEqual({
    a: recipe("c"),
    b: recipe("a"),
  });
  expect(kindOf(() => sessionOutcomes(three, { a: "aaaaa", b: "bbbbbb" }))).toBe("sessions-recipe");
  expect(kindOf(() => sessionOutcomes(three, { a: "aaaaaa", b: undefined }))).toBe("sessions-recipe");
  expect(kindOf(() => sessionOutcomes(three, { a: "aaaaaa", b: "aaaaaaa" }))).toBe("sessions-same");
});

test("the words begin with the verdict and never say significant", () => {
  const records = Array.from({ length: 60 }, (_, i) => {
    const id = `s${i}`;
    return [start(id, i % 2 === 0 ? "a" : "b"), outcome(id, i % 2 === 0 ? "pass" : "fail")];
  }).flat();
  const { versions, outcomes } = sessionOutcomes(records, none);
  const comparison = compareSessions(outcomes, versions, 0.05);
  const words = describeSessions(comparison, 0.05);
  expect(comparison.verdict).toBe("regressed");
  expect(words[0]).toBe("B is worse.");
  expect(words).toContain("A: 30 sessions of 30 users or tasks, 100% good.");
  expect(words).toContain("B: 30 sessions of 30 users or tasks, 0% good.");
  expect(words.join(" ")).not.toMatch(/significant/);
});
