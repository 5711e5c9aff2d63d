import { describe, expect, test } from "vitest";
import { aProject, assembleIn, loadDemo, type ProjectSpec, sourcesOf, textOf } from "./testing.ts";

// Guards, transforms and bounds of any stack, through real files.

const file = "NOTES.md";
function notes(content: string | Uint8Array, steps: object[], keys: object = {}): ProjectSpec {
  const source = { path: `{{workspace}}/${file}`, steps };
  return {
    stack: { layers: [{ id: "memory", tier: "session", source, ...keys }] },
    workspace: { [file]: content },
  };
}
const assembled = (...args: Parameters<typeof notes>) => assembleIn(aProject(notes(...args)));
const textFrom = (...args: Parameters<typeof notes>) => textOf(assembled(...args), "memory");
const kinds = (...args: Parameters<typeof notes>) =>
  assembled(...args).diagnostics.map(({ kind, severity }) => `${severity} ${kind}`);

const broken: [string, string | Uint8Array][] = [
  ["utf8", Uint8Array.of(0xff)],
  ["no-nul", "a\0b"],
];

describe("a guard", () => {
  test.each(broken)("%s that skips leaves the file out and says why", (guard, content) => {
    const steps = [{ guard: [guard], onFail: "skip" }];
    expect(textFrom(content, steps)).toBeUndefined();
    expect(kinds(content, steps)).toEqual([]);
    expect(sourcesOf(assembled(content, steps), "memory")).toMatchObject([
      { status: "skipped", reason: expect.any(String) },
    ]);
  });

  test.each(broken)("%s that fails is an error of the assembly", (guard, content) => {
    expect(kinds(content, [{ guard: [guard] }])).toEqual(["error guard-failed"]);
    expect(kinds(content, [{ guard: [guard], onFail: "error" }])).toEqual(["error guard-failed"]);
  });

  test.each(["regular", "no-symlink", "contained", "utf8", "no-nul"])(
    "%s lets a plain file through",
    (guard) => {
      expect(textFrom("é\n", [{ guard: [guard] }])).toBe("é\n");
    },
  );

  test("maxBytes counts the bytes of the file, or of the canonical text", () => {
    const content = "\uFEFFé\r\n"; // 3 + 2 + 2 bytes; 2 + 1 as text
    const taken = (guard: object) => textFrom(content, [{ guard: [guard], onFail: "skip" }]) !== undefined;
    expect([6, 7].map((maxBytes) => taken({ maxBytes }))).toEqual([false, true]);
    expect([6, 7].map((maxBytes) => taken({ maxBytes, of: "file" }))).toEqual([false, true]);
    expect([2, 3].map((maxBytes) => taken({ maxBytes, of: "text" }))).toEqual([false, true]);
  });

  test("of the text counts what the steps before it left", () => {
    const guard = { guard: [{ maxBytes: 1, of: "text" }], onFail: "skip" };
    expect(textFrom(" a ", [guard])).toBeUndefined();
    expect(textFrom(" a ", [{ transform: "trim" }, guard])).toBe("a");
  });
});

test("a broken file that no guard minds is an error, not a text", () => {
  expect(kinds(Uint8Array.of(0xff), [])).toEqual(["error not-usable"]);
  expect(textFrom(Uint8Array.of(0xff), [])).toBeUndefined();
});

test("steps run in the order they are written", () => {
  const cut = { bound: { unit: "chars", max: 3, cut: "head", marker: "~" } };
  const wrap = { wrap: { prefix: "<", suffix: ">" } };
  const trim = { transform: "trim" };
  expect(textFrom("  abcd", [cut, trim, wrap])).toBe("<a~>");
  expect(textFrom("  abcd", [trim, cut, wrap])).toBe("<abc~>");
  expect(textFrom("  abcd", [wrap, cut, trim])).toBe("<  ~");
});

test("strip-front-matter takes what stands between two --- lines at the start", () => {
  const strip = [{ transform: "strip-front-matter" }];
  expect(textFrom("---\na: b\n---\ntext\n---\n", strip)).toBe("text\n---\n");
  expect(textFrom("---\nnever closed\n", strip)).toBe("---\nnever closed\n");
  expect(textFrom("text\n---\na\n---\n", strip)).toBe("text\n---\na\n---\n");
});

test("trim-end leaves the start", () => {
  expect(textFrom("  a \n\n", [{ transform: "trim-end" }])).toBe("  a");
});

test("a bound that rejects is an error, one that skips is not", () => {
  const bound = { unit: "lines", max: 1 };
  expect(kinds("a\nb", [{ bound: { ...bound, cut: "reject" } }])).toEqual(["error guard-failed"]);
  expect(kinds("a\nb", [{ bound: { ...bound, cut: "skip" } }])).toEqual([]);
  expect(textFrom("a\nb", [{ bound: { ...bound, cut: "skip" } }])).toBeUndefined();
});

test("a named pipeline stands in the place of its name, one inside another too", () => {
  const spec = notes(" abc ", [{ use: "outer" }]);
  const pipelines = {
    outer: [{ use: "inner" }, { wrap: { prefix: "<", suffix: ">" } }],
    inner: [{ transform: "trim" }, { bound: { unit: "chars", max: 2, cut: "head" } }],
  };
  expect(assembleIn(aProject({ ...spec, stack: { ...spec.stack, pipelines } })).text).toBe("<ab>");
});

test("a pipeline that uses itself is an error, not an endless loop", () => {
  const spec = notes("abc", [{ use: "outer" }]);
  const pipelines = { outer: [{ use: "inner" }], inner: [{ use: "outer" }] };
  const { findings } = loadDemo({ ...spec, stack: { ...spec.stack, pipelines } });
  expect(findings.map(({ kind }) => kind)).toEqual(["pipeline-cycle"]);
});

// Shares that overlap would send a part of the text twice, and more than max.
test.each([
  [0.9, 0.9],
  [1.5, 0],
  [-0.5, 0.5],
  [0, 0],
])("shares of a bound are between 0 and 1 and no more together: %d, %d", (head, tail) => {
  const steps = [{ bound: { unit: "chars", max: 10, cut: { headTail: [head, tail] } } }];
  expect(loadDemo(notes("abc", steps)).findings.map(({ kind }) => kind)).toEqual(["invalid-value"]);
});

describe("a blank layer", () => {
  test("is left out, with its heading, and says so", () => {
    const assembly = assembled(" \n", [], { heading: "# Notes" });
    expect(assembly.text).toBe("");
    expect(assembly.omitted).toMatchObject([{ id: "memory", reason: "is blank" }]);
  });

  test("stays where the stack keeps it", () => {
    const keep = { heading: "# Notes", empty: "keep" };
    expect(assembled("", [], keep).text).toBe("# Notes\n");
  });
});
