import { describe, expect, test } from "vitest";
import { sha256, UserError } from "../../util/index.ts";
import { assemble } from "../assemble.ts";
import { startSession } from "./index.ts";
import * as s from "./testing.ts";

// When a session looks at its layers: once for a build, at its start, every turn, or all the time.

const { textIn, textsIn } = s;
const rebuilding = { stack: { session: { rebuildOn: ["compaction"] } } };

describe("a session starts", () => {
  test("with the prompt that assemble makes", () => {
    const combination = s.demo({ scenario: { reads: ["a/x.go"] }, workspace: { "a/HINT.md": "A" } });
    const { step } = startSession(combination);
    expect(step.assembly).toEqual(assemble(combination));
    expect(step).toMatchObject({ injected: [], changed: [], toolResult: null, event: { type: "start" } });
    const { hash, prefixHash } = step.assembly;
    expect(step.records).toMatchObject([{ type: "started", hash, prefixHash }]);
    expect(step.records).toHaveLength(1);
  });

  test("with a UserError when the prompt does not assemble", () => {
    const invalid = { workspace: { "WATCH.md": new Uint8Array([0xff]) } };
    expect(() => s.run([], invalid)).toThrow(UserError);
    expect(() => s.run([], invalid)).toThrow(/WATCH\.md is not valid UTF-8/);
  });
});

describe("ten turns", () => {
  test("in which nothing is read again have one system hash", () => {
    const steps = s.run(s.turns(10));
    expect(new Set(steps.map(({ assembly }) => assembly.hash)).size).toBe(1);
    expect(new Set(steps.map(({ stored }) => stored)).size).toBe(1);
    expect(steps.slice(1).flatMap(({ records }) => records)).toEqual([]);
  });

  test("have one even when the files of layers that are read once change before each", () => {
    const events = s.turns(10).flatMap((turn, i) => [s.write("ONCE.md", `EDIT ${i}`), turn]);
    const steps = s.run(events);
    expect(new Set(steps.map(({ assembly }) => assembly.hash)).size).toBe(1);
    expect(steps.slice(1).flatMap(s.recordsOf)).toEqual([]);
  });
});

describe("a file that is written", () => {
  test("reaches a layer that is read once with the next build alone", () => {
    const events = [s.write("ONCE.md", "NEW"), s.turn(), s.compaction, s.turn(), s.newSession];
    expect(textsIn(s.run(events), "once")).toEqual(["ONCE", "ONCE", "ONCE", "ONCE", "ONCE", "NEW"]);
    expect(textsIn(s.run(events, rebuilding), "once")).toEqual(["ONCE", "ONCE", "ONCE", "NEW", "NEW", "NEW"]);
  });

  test("reaches a layer that is read every turn with the next turn, and breaks the prefix there", () => {
    const steps = s.run([s.write("TURN.md", "NEW"), s.read("x"), s.compaction, s.turn(), s.turn()]);
    expect(textsIn(steps, "turn")).toEqual(["TURN", "TURN", "TURN", "TURN", "NEW", "NEW"]);
    expect(steps.map(s.recordsOf)).toEqual([["started"], [], [], [], ["prefix-changed turn"], []]);
    expect(steps[4]!.assembly.prefixHash).not.toBe(steps[3]!.assembly.prefixHash);
    expect(steps[1]!.changed).toEqual(["turn"]);
    expect(steps[4]!.changed).toEqual([]);
  });

  test("reaches a watched layer as a message, at once, and the prompt stays as it was", () => {
    const steps = s.run([s.write("WATCH.md", "NEW"), s.turn()]);
    expect(textsIn(steps, "watch")).toEqual(["WATCH", "WATCH", "WATCH"]);
    expect(steps.map(({ injected }) => injected)).toEqual([[], ["RELOADED\nNEW"], ["RELOADED\nNEW"]]);
    expect(new Set(steps.map(({ assembly }) => assembly.hash)).size).toBe(1);
  });

  test("may be named relative to the workspace", () => {
    const steps = s.run([{ type: "write", path: "TURN.md", content: "NEW" }, s.turn()]);
    expect(textIn(steps[2]!, "turn")).toBe("NEW");
  });

  test("that is removed takes its layer along at the next look, and comes back with it", () => {
    const events = [s.write("TURN.md", null), s.turn(), s.write("TURN.md", "BACK"), s.turn()];
    const steps = s.run(events);
    expect(textsIn(steps, "turn")).toEqual(["TURN", "TURN", null, null, "BACK"]);
    expect(steps.flatMap(s.recordsOf)).toEqual(["started", "prefix-changed turn", "prefix-changed turn"]);
  });

  test("in a layer outside the cached prefix breaks none", () => {
    const tiers = [
      { id: "core", promise: "build" },
      { id: "session", promise: "session", cached: false },
      { id: "turn", promise: "turn" },
    ];
    const steps = s.run([s.write("TURN.md", "NEW"), s.turn()], { stack: { tiers } });
    expect(textsIn(steps, "turn").at(-1)).toBe("NEW");
    expect(steps.flatMap(s.recordsOf)).toEqual(["started"]);
  });
});

describe("what changed", () => {
  test("is told by the ids of exactly those layers whose files differ, in prompt order", () => {
    const events = [
      s.write("WATCH.md", "1"),
      s.write("ONCE.md", "2"),
      s.write("unrelated.md", "3"),
      s.turn(),
    ];
    expect(s.run(events).map(({ changed }) => changed)).toEqual([[], ["watch"], ["once"], [], []]);
  });

  test("is nothing when a file is written with the text that it has", () => {
    expect(s.run([s.write("ONCE.md", "ONCE")]).at(-1)!.changed).toEqual([]);
  });

  test("of a layer beside the reads is told by the read that brings a file, and stays as reads go on", () => {
    const memory = { id: "memory", tier: "session", read: "turn", source: { beside: ["HINT.md"] } };
    const layers = [...s.everyLook.layers.filter(({ id }) => id !== "hints"), memory];
    const workspace = { "a/HINT.md": "A", "c/HINT.md": "C" };
    const events = [s.read("a/x"), s.read("b/x"), s.read("c/x"), s.read("a/x"), s.turn(), s.turn()];
    const steps = s.run(events, { workspace, stack: { layers } });
    expect(steps.map(({ changed }) => changed)).toEqual([[], ["memory"], [], ["memory"], [], [], []]);
    expect(textsIn(steps, "memory")).toEqual([null, null, null, null, null, "A\n\nC", "A\n\nC"]);
  });

  test("is every layer that the new file is for", () => {
    const shared = { id: "copy", tier: "session", source: { path: "{{workspace}}/ONCE.md" } };
    const steps = s.run([s.write("ONCE.md", "NEW")], { stack: { layers: [...s.everyLook.layers, shared] } });
    expect(steps[1]!.changed).toEqual(["once", "copy"]);
  });
});

describe("the configuration", () => {
  const configure = { type: "configure", values: { platform_text: "EDITED" } } as const;

  test("of a layer that is read once holds from the next build on", () => {
    const steps = s.run([configure, s.turn(), s.compaction, s.turn()], rebuilding);
    expect(textsIn(steps, "setting")).toEqual(["PLATFORM", "PLATFORM", "PLATFORM", "EDITED", "EDITED"]);
  });

  test("is still that of the next session", () => {
    expect(textIn(s.run([configure, s.newSession]).at(-1)!, "setting")).toBe("EDITED");
  });

  test("that selects or deselects a layer does so from the next build on", () => {
    const { layers } = s.everyLook;
    const gated = (keys: object) =>
      layers.map((layer) => (layer.id === "setting" ? { ...layer, ...keys } : layer));
    const condition = { input: { platform_text: "EDITED" } };
    const events = [configure, s.turn(), s.compaction];
    const on = s.run(events, { stack: { ...rebuilding.stack, layers: gated({ when: condition }) } });
    expect(textsIn(on, "setting")).toEqual([null, null, null, "EDITED"]);
    const off = s.run(events, { stack: { ...rebuilding.stack, layers: gated({ unless: condition }) } });
    expect(textsIn(off, "setting")).toEqual(["PLATFORM", "PLATFORM", "PLATFORM", null]);
  });

  test("of an unknown name is an error, in a turn too", () => {
    expect(() => s.run([s.turn({ recal: "x" })])).toThrow(/unknown input "recal".*"recall"/);
    expect(() => s.run([{ type: "configure", values: { nothing: 1 } }])).toThrow(UserError);
  });
});

describe("values of a turn", () => {
  test("hold until the next turn, also over a read and a compaction", () => {
    const events = [s.turn({ recall: "R1" }), s.read("x"), s.compaction, s.turn({ recall: "R2" }), s.turn()];
    expect(textsIn(s.run(events, rebuilding), "recall")).toEqual([null, "R1", "R1", "R1", "R2", null]);
  });

  test("stand after the stored prompt and never in it", () => {
    const [start, step] = s.run([s.turn({ recall: "R1", prefill: "P1" })]);
    expect(step!.assembly.text).toBe(`${step!.stored}\n\nR1`);
    expect(step!.assembly.channels.prefill?.text).toBe("P1");
    expect(step!.stored).toBe(start!.stored);
    expect(step!.assembly.prefixHash).toBe(start!.assembly.prefixHash);
    expect(step!.assembly.prefixHash).toBe(sha256(step!.stored));
  });

  test("are not seen by a layer that promises more, even when a compaction builds it anew", () => {
    const steps = s.run([s.turn({ platform_text: "LEAK" }), s.compaction, s.turn()], rebuilding);
    expect(textsIn(steps, "setting")).toEqual(["PLATFORM", "PLATFORM", "PLATFORM", "PLATFORM"]);
  });

  test("are gone after a resume and in a new session", () => {
    for (const event of [s.resume, s.newSession]) {
      expect(textsIn(s.run([s.turn({ recall: "R1" }), event]), "recall")).toEqual([null, "R1", null]);
    }
  });
});

describe("the stored prompt", () => {
  test("is joined as the stack says, with its end", () => {
    const stack = { channels: { system: { separator: "|" } }, end: "END\n" };
    const [, step] = s.run([s.turn({ recall: "R1" })], { stack });
    expect(step!.stored).toBe("Be brief.\n|PLATFORM|ONCE|TURN|WATCHEND\n");
    expect(step!.assembly.text).toBe("Be brief.\n|PLATFORM|ONCE|TURN|WATCH|R1END\n");
  });

  test("is empty when no layer outlives a turn", () => {
    const layers = [{ id: "recall", tier: "turn", read: "turn", source: { value: "recall" } }];
    const [, step] = s.run([s.turn({ recall: "R1" })], { stack: { layers, end: "END" } });
    expect([step!.stored, step!.assembly.text]).toEqual(["", "R1END"]);
  });
});

describe("findings", () => {
  test("of a layer are told when it is looked at, and not again while it stays as it is", () => {
    const steps = [{ bound: { unit: "bytes", max: 2, cut: "head" } }];
    const layers = s.everyLook.layers.map((layer) =>
      layer.id === "once" || layer.id === "turn" ? { ...layer, steps } : layer,
    );
    const found = s.run([s.read("x"), s.turn(), s.resume], { stack: { layers } });
    expect(found.map(({ diagnostics }) => diagnostics.map(({ kind, layer }) => `${kind} ${layer}`))).toEqual([
      ["cut-without-marker once", "cut-without-marker turn"],
      [],
      ["cut-without-marker turn"],
      [],
    ]);
  });

  test("of the variables of a turn's layer are among them", () => {
    const mode = { id: "mode", tier: "turn", read: "turn", heading: "{{label}}", vars: ["label"] };
    const stack = {
      layers: [...s.everyLook.layers, { ...mode, source: { value: "recall" } }],
      vars: { label: { switch: "prefill", cases: { "": "" } } },
    };
    const steps = s.run([s.turn({ recall: "R1", prefill: "odd" }), s.turn({ recall: "R2" })], { stack });
    expect(steps.map(({ diagnostics }) => diagnostics.map(({ kind }) => kind))).toEqual([
      [],
      ["no-case"],
      [],
    ]);
  });
});
