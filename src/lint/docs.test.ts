import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repository } from "../assemble/testing.ts";
import { rules, ruleTitles } from "./index.ts";

const page = readFileSync(path.join(repository, "docs/lint.md"), "utf8");
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);
const rows = [
  ...page.matchAll(
    /^\| \[`([\w-]+)`\]\(#\1\) +\| (\w+) +\| (\w+) +\| (\d+) \/ (\d+) +\| (\d+) \/ (\d+) +\| (.+?) +\|$/gm,
  ),
];

test("the page has a section for every rule, in order, with a bad and a good example", () => {
  expect([...sections.keys()]).toEqual(rules.map(({ kind }) => kind));
  for (const { kind } of rules) {
    const section = sections.get(kind)!;
    expect(section).toContain(`${ruleTitles[kind]}.`);
    expect(section).toMatch(/^bad: {2}\S/m);
    expect(section).toMatch(/^good: \S/m);
  }
});

test("the table says of every rule what the code says, and its shares follow from its counts", () => {
  expect(rows.map(([, kind, severity, heuristic]) => [kind, severity, heuristic])).toEqual(
    rules.map(({ kind, severity, heuristic }) => [kind, severity, heuristic ? "heuristic" : "exact"]),
  );
  for (const [, kind, , , ...rest] of rows) {
    const [rightInFiles, inFiles, rightInStacks, inStacks] = rest.slice(0, 4).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const [firings, right] = [inFiles + inStacks, rightInFiles + rightInStacks];
    expect(right).toBeLessThanOrEqual(firings);
    expect(rest[4], kind).toBe(firings < 10 ? "not measured" : `${Math.round((100 * right) / firings)}%`);
  }
});

test("a measured rule under 80% is off by default, and no other is", () => {
  const off = rules.filter(({ severity }) => severity === "off").map(({ kind }) => kind);
  const poor = rows
    .filter((row) => /^\d+%$/.test(row[8]!) && Number.parseInt(row[8]!, 10) < 80)
    .map(([, kind]) => kind);
  expect(poor).toEqual(off);
});
