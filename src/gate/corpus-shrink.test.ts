import { expect, test } from "vitest";
import { findShrunk } from "./corpus-shrink.ts";
import { aProject, cases } from "./testing.ts";

const whole =
  "{ id: till, input: Where?, profiles: [main], tags: [a], policy: must-pass, assert: [{ type: contains, value: x }, { type: contains, value: y }] }";
const other = "{ id: other, needs: assembly, assert: [{ type: contains, value: z }] }";

interface Side {
  lines?: string[];
  suite?: string;
  suites?: string[];
  quarantined?: string[];
}

function shrunk(before: Side, after: Side) {
  const side = ({ lines = [whole, other], suite = "", suites = ["default"], quarantined = [] }: Side) => ({
    corpus: aProject({
      ...cases(...lines),
      "evals/default.yaml": `strata: 1\nid: default\nanswer: reader:bm25\n${suite}`,
    }),
    ...{ suites, quarantined: new Set(quarantined) },
  });
  return findShrunk(side(before), side(after)).map(({ case: id, how }) => `${id}: ${how.join(", ")}`);
}

const edited = (from: string, to: string) => ({ lines: [whole.replace(from, to), other] });

test.each<[string, Side, string[]]>([
  ["a removed case", { lines: [other] }, ["till: removed"]],
  ["one assertion less", edited(", { type: contains, value: y }", ""), ["till: 1 of 2 assertions"]],
  ["no longer must-pass", edited("policy: must-pass, ", ""), ["till: no longer must-pass"]],
  [
    "a need that is rarely met",
    edited("input:", "needs: llm, input:"),
    ["till: needs: llm in place of reader"],
  ],
  ["new models alone", edited("profiles: [main]", "models: [reader:bm25]"), ["till: fewer models"]],
  ["quarantine", { quarantined: ["till"] }, ["till: quarantined"]],
  ["a suite that selects less", { suite: "tags: [a]\n" }, ["other: no longer in a suite of the gate"]],
  [
    "a suite that the gate no longer names",
    { suites: [] },
    ["other: no longer in a suite of the gate", "till: no longer in a suite of the gate"],
  ],
])("%s is found", (_, after, expected) => {
  expect(shrunk({}, after)).toEqual(expected);
});

test("more assertions, more profiles and less need are no loss, nor is an old quarantine", () => {
  expect(shrunk({}, {})).toEqual([]);
  expect(shrunk({}, edited("profiles: [main], ", ""))).toEqual([]);
  expect(
    shrunk(
      {},
      edited("{ type: contains, value: y }", "{ type: contains, value: y }, { type: contains, value: v }"),
    ),
  ).toEqual([]);
  expect(shrunk(edited("input:", "needs: llm, input:"), {})).toEqual([]);
  expect(shrunk({ quarantined: ["till"] }, { quarantined: ["till"] })).toEqual([]);
});

test("what no suite of the gate selected at the base cannot be lost", () => {
  expect(shrunk({ suite: "tags: [a]\n" }, { lines: [whole], suite: "tags: [a]\n" })).toEqual([]);
});
