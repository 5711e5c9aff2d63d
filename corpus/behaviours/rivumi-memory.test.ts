import { expect, test } from "vitest";
import { assembleRivumi, bodyOf, home, kinds, remembered, root, row } from "./testing-rivumi.ts";

const header = "Known context from explicit /remember entries:";
const fact = (description: string, project = root) =>
  row({ type: "project_fact", name: "fact", description, project });

/** The lines of the memory section, without its header; empty when the section is not there. */
function linesOf(...lines: string[]): string[] {
  const assembly = assembleRivumi({ home: remembered(...lines) });
  expect(kinds(assembly)).toEqual([]);
  const body = bodyOf(assembly, "memory");
  if (body === undefined) return [];
  const [first, ...rest] = body.split("\n");
  expect(first).toBe(header);
  return rest;
}

test("RIV-17 a description of 2,000 characters is valid and one of 2,001 is not", () => {
  expect(linesOf(row({ description: "a".repeat(2000) }))).toEqual([`- [user] ${"a".repeat(2000)}`]);
  expect(linesOf(row({ description: "a".repeat(2001) }))).toEqual([]);
  // Characters, not UTF-16 units.
  expect(linesOf(row({ description: "😀".repeat(2000) }))).toHaveLength(1);
  expect(linesOf(row({ description: "😀".repeat(2001) }))).toEqual([]);
});

test.each([
  ["a key too many", { description: "x", note: "y" }],
  ["no description", {}],
  ["a blank description", { description: " \n" }],
  ["a blank name", { description: "x", name: "" }],
  ["no name", { description: "x", name: undefined }],
  ["a type that does not exist", { description: "x", type: "rumour", project: root }],
  ["no type", { description: "x", type: undefined, project: root }],
  ["a description that is no text", { description: 5 }],
])("RIV-17 an entry with %s is invalid", (_, fields) => {
  expect(linesOf(row(fields), row({ description: "kept" }))).toEqual(["- [user] kept"]);
});

test("RIV-17 white space is collapsed, and a preference needs no project", () => {
  expect(linesOf(row({ description: "  tabs\t and \n\n lines  " }))).toEqual(["- [user] tabs and lines"]);
  expect(linesOf(row({ description: "x", project: null }))).toEqual(["- [user] x"]);
});

test("RIV-18 of 25 matching rows, rows 6 to 25 are taken in the order of the file", () => {
  const rows = Array.from({ length: 25 }, (_, i) =>
    i % 2 === 0 ? row({ description: `${i + 1}.` }) : fact(`${i + 1}.`),
  );
  const expected = Array.from({ length: 20 }, (_, i) => i + 6);
  expect(linesOf(...rows)).toEqual(expected.map((n) => `- [${n % 2 === 1 ? "user" : "project"}] ${n}.`));
});

test("RIV-18 rows are selected first and the last twenty taken then", () => {
  const others = Array.from({ length: 30 }, (_, i) => fact(`other ${i}`, "/repo"));
  expect(linesOf(fact("kept"), ...others)).toEqual(["- [project] kept"]);
});

test("RIV-18 a project is its exact path: neither a folder in it nor one above it counts", () => {
  const rows = [
    fact("sub", `${root}/sub`),
    fact("above", "/home/dev"),
    fact("alike", `${root}2`),
    fact("none", ""),
  ];
  expect(linesOf(...rows, fact("own"))).toEqual(["- [project] own"]);
  expect(linesOf(row({ type: "project_preference", description: "own", project: root }))).toEqual([
    "- [project] own",
  ]);
});

test("RIV-19 of a good row, a broken one and a good one, two are taken", () => {
  expect(linesOf(row({ description: "one" }), "{", row({ description: "two" }))).toEqual([
    "- [user] one",
    "- [user] two",
  ]);
});

test.each(["[]", "null", "3", '"text"', "{}", "", "   ", '{"type":"user_preference"'])(
  "RIV-19 the row %j is skipped",
  (broken) => {
    expect(linesOf(broken, row({ description: "kept" }), broken)).toEqual(["- [user] kept"]);
  },
);

test("RIV-19 a missing memory file is an empty one", () => {
  const assembly = assembleRivumi();
  expect(bodyOf(assembly, "memory")).toBeUndefined();
  expect(kinds(assembly)).toEqual([]);
});

test("RIV-19 the memory file may lie elsewhere, and then only there", () => {
  const files = {
    ...remembered(row({ description: "default" })),
    "m.jsonl": row({ description: "elsewhere" }),
  };
  const bodyAt = (path: string) =>
    bodyOf(assembleRivumi({ home: files, scenario: { values: { rivumi_memory_path: path } } }), "memory");
  expect(bodyAt(`${home}/m.jsonl`)).toBe(`${header}\n- [user] elsewhere`);
  expect(bodyAt(`${home}/missing.jsonl`)).toBeUndefined();
});

test("RIV-20 entries are a list under one line, each with whose it is", () => {
  const assembly = assembleRivumi({
    home: remembered(
      row({ description: "Answer briefly." }),
      fact("The port is 4180."),
      row({ type: "project_preference", description: "Tabs.", project: root }),
    ),
  });
  expect(bodyOf(assembly, "memory")).toBe(
    `${header}\n- [user] Answer briefly.\n- [project] The port is 4180.\n- [project] Tabs.`,
  );
});

test("RIV-20 a text that looks like a template is shown as it was remembered", () => {
  expect(linesOf(row({ description: "{{label}} {{name}} {{home}}" }))).toEqual([
    "- [user] {{label}} {{name}} {{home}}",
  ]);
});

test("RIV-21 entries are neither ranked nor deduplicated", () => {
  const same = row({ description: "Twice." });
  expect(linesOf(same, fact("Older.", root), same)).toEqual([
    "- [user] Twice.",
    "- [project] Older.",
    "- [user] Twice.",
  ]);
});
