import { describe, expect, test } from "vitest";
import { startSession } from "./index.ts";
import * as s from "./testing.ts";

// Layers of the channel tool_result come with the result of a file that is read, each file once in a session.

const results = (events: Parameters<typeof s.run>[0], spec: Parameters<typeof s.run>[1]) =>
  s.run(events, spec).map(({ toolResult }) => toolResult);
const hints = { workspace: { "a/HINT.md": "A", "a/b/HINT.md": "AB", "c/HINT.md": "C" } };

test("a hint comes with the first read from its folder and never again", () => {
  const events = [
    s.read("a/x.go"),
    s.turn(),
    s.read("a/y.go"),
    s.read("a/x.go"),
    s.compaction,
    s.read("a/x.go"),
  ];
  expect(results(events, hints)).toEqual([null, "[a/HINT.md]\nA", null, null, null, null, null]);
});

test("the hints of all folders above a file come together, outer folders first, and others separately", () => {
  const events = [s.read("a/b/x.go"), s.read("c/x.go"), s.read("a/x.go"), s.read("x.go")];
  expect(results(events, hints)).toEqual([
    null,
    "[a/HINT.md]\nA\n\n[a/b/HINT.md]\nAB",
    "[c/HINT.md]\nC",
    null,
    null,
  ]);
});

test("a deeper folder brings only what was not shown before", () => {
  expect(results([s.read("a/x.go"), s.read("a/b/x.go")], hints)).toEqual([
    null,
    "[a/HINT.md]\nA",
    "[a/b/HINT.md]\nAB",
  ]);
});

test("the prompt does not change by a read, and no request but this one has the result in its channel", () => {
  const steps = s.run([s.turn(), s.read("a/x.go"), s.turn(), s.read("a/x.go")], hints);
  expect(new Set(steps.map(({ assembly }) => assembly.hash)).size).toBe(1);
  expect(new Set(steps.map(({ stored }) => stored)).size).toBe(1);
  expect(steps.map(({ assembly }) => assembly.channels.tool_result?.text)).toEqual([
    ...[undefined, undefined, "[a/HINT.md]\nA", undefined, undefined],
  ]);
  expect(steps.flatMap(s.recordsOf)).toEqual(["started"]);
});

test("when the layer is read otherwise is no matter: it comes with a read", () => {
  for (const when of ["once", "start", "turn"]) {
    const layers = s.everyLook.layers.map((layer) =>
      layer.id === "hints" ? { ...layer, read: when } : layer,
    );
    const events = [s.turn(), s.read("a/x.go"), s.turn(), s.resume, s.compaction, s.read("a/x.go")];
    const steps = s.run(events, { ...hints, stack: { layers, session: { rebuildOn: ["compaction"] } } });
    expect(steps.map(({ assembly }) => assembly.channels.tool_result?.text)).toEqual([
      ...[undefined, undefined, "[a/HINT.md]\nA", undefined, undefined, undefined, undefined],
    ]);
  }
});

test("a rule comes with the first read that it is for, and one written later waits for the next", () => {
  const layers = [
    ...s.everyLook.layers.filter(({ id }) => id !== "hints"),
    {
      ...{ id: "rules", tier: "turn", channel: "tool_result", read: "turn" },
      source: { rules: { dir: "{{workspace}}/rules" } },
    },
  ];
  const rule = (text: string) => `---\npaths: "*.go"\n---\n${text}`;
  const spec = { stack: { layers }, workspace: { "rules/a.md": rule("A") } };
  const events = [s.read("x"), s.read("x.go"), s.write("rules/b.md", rule("B")), s.turn(), s.read("y.go")];
  const steps = s.run(events, spec);
  expect(steps.map(({ assembly }) => assembly.channels.tool_result?.text)).toEqual([
    ...[undefined, undefined, "A", undefined, undefined, "B"],
  ]);
});

test("a hint with the bytes of one that was shown is not shown again, in the same read or later", () => {
  const same = { workspace: { "a/HINT.md": "SAME", "a/b/HINT.md": "SAME", "c/HINT.md": "SAME" } };
  expect(results([s.read("a/b/x.go"), s.read("c/x.go")], same)).toEqual([null, "[a/HINT.md]\nSAME", null]);
});

test("a hint that changed after it was shown is not shown again, and one that comes later is not looked for", () => {
  expect(results([s.read("a/x"), s.write("a/HINT.md", "EDITED"), s.read("a/x")], hints).at(-1)).toBeNull();
  expect(results([s.read("d/x"), s.write("d/HINT.md", "LATE"), s.read("d/x")], hints).at(-1)).toBeNull();
  expect(results([s.write("d/HINT.md", "EARLY"), s.read("d/x")], hints).at(-1)).toBe("[d/HINT.md]\nEARLY");
});

test("a name that comes before the one that was shown does not make the folder new", () => {
  const other = { workspace: { "a/OTHER.md": "OTHER" } };
  const events = [s.read("a/x"), s.write("a/HINT.md", "HINT"), s.read("a/x")];
  expect(results(events, other)).toEqual([null, "[a/OTHER.md]\nOTHER", null, null]);
});

test("a file that stands in the prompt is not shown as a hint", () => {
  const layers = s.everyLook.layers.map((layer) =>
    layer.id === "once" ? { ...layer, source: { path: "{{cwd}}/HINT.md" } } : layer,
  );
  const spec = { ...hints, stack: { layers }, scenario: { cwd: "/home/dev/shop/a" } };
  expect(s.run([], spec)[0]!.stored).toContain("A");
  expect(results([s.read("a/b/x.go")], spec)).toEqual([null, "[a/b/HINT.md]\nAB"]);
});

test("what the scenario says was read is shown at the start and not again", () => {
  const { session, step } = startSession(s.demo({ ...hints, scenario: { reads: ["a/x.go"] } }));
  expect(step.assembly.channels.tool_result?.text).toBe("[a/HINT.md]\nA");
  expect(session.reads).toEqual(["a/x.go"]);
  expect(results([s.read("a/x.go")], { ...hints, scenario: { reads: ["a/x.go"] } })).toEqual([null, null]);
});

describe("the path of a read", () => {
  const hinted = "[a/HINT.md]\nA";

  test.each(["a/x.go", "./a/x.go", "a//x.go", "c/../a/x.go", "/home/dev/shop/a/x.go"])(
    "%s is in a",
    (path) => {
      expect(results([s.read(path)], hints).at(-1)).toBe(hinted);
    },
  );

  test.each(["x.go", "/x.go", "/a/x.go", "../shop2/a/x.go", "a/../../a/x.go", "/home/dev/shop2/a/x.go", "a"])(
    "%s is not",
    (path) => expect(results([s.read(path)], hints).at(-1)).toBeNull(),
  );

  test("outside the workspace is no read of the session", () => {
    const { session } = startSession(s.demo(hints));
    const steps = s.run([s.read("../x"), s.read("/etc/passwd"), s.turn()], hints);
    expect(steps.flatMap(({ changed }) => changed)).toEqual([]);
    expect(session.reads).toEqual([]);
  });
});

test("a hint that cannot be used brings nothing, and the finding of its guard", () => {
  const layers = [
    ...s.everyLook.layers.filter(({ id }) => id !== "hints"),
    {
      ...{ id: "hints", tier: "session", channel: "tool_result" },
      source: { beside: ["HINT.md"], steps: [{ guard: ["utf8"], onFail: "error" }] },
    },
  ];
  const spec = { stack: { layers }, workspace: { "a/HINT.md": "A", "b/HINT.md": new Uint8Array([0xff]) } };
  const [, first, second] = s.run([s.read("a/x"), s.read("b/x")], spec);
  expect([first!.toolResult, second!.toolResult]).toEqual(["A", null]);
  expect(second!.diagnostics).toMatchObject([{ kind: "guard-failed", severity: "error", layer: "hints" }]);
  expect(second!.records).toEqual([]);
});
