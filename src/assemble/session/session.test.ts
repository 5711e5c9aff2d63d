import { describe, expect, test } from "vitest";
import { sha256, UserError } from "../../util/index.ts";
import { assemble } from "../assemble.ts";
import { layerText } from "../layer-text.ts";
import { advanceSession, runSession, startSession, type SessionStep } from "./index.ts";
import * as s from "./testing.ts";

// When a session looks at its layers: once for a build, at its start, every turn, or all the time.

const textOf = ({ assembly }: SessionStep, id: string) => {
  const layer = assembly.layers.find((one) => one.id === id);
  return layer === undefined ? null : layerText(assembly, layer);
};
const texts = (steps: SessionStep[], id: string) => steps.map((step) => textOf(step, id));
const rebuilding = { stack: { session: { rebuildOn: ["compaction"] } } };

describe("a session starts", () => {
  test("with the prompt that assemble makes", () => {
    const combination = s.demo({ scenario: { reads: ["a/x.go"] }, workspace: { "a/HINT.md": "A" } });
    const { step } = startSession(combination);
    expect(step.assembly).toEqual(assemble(combination));
    expect(step).toMatchObject({ injected: [], changed: [], toolResult: null, event: { type: "start" } });
    const { hash, prefixHash } = step.assembly;
    expect(step.records).toEqual([{ type: "started", hash, prefixHash }]);
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
    expect(texts(s.run(events), "once")).toEqual(["ONCE", "ONCE", "ONCE", "ONCE", "ONCE", "NEW"]);
    expect(texts(s.run(events, rebuilding), "once")).toEqual(["ONCE", "ONCE", "ONCE", "NEW", "NEW", "NEW"]);
  });

  test("reaches a layer that is read every turn with the next turn, and breaks the prefix there", () => {
    const steps = s.run([s.write("TURN.md", "NEW"), s.read("x"), s.compaction, s.turn(), s.turn()]);
    expect(texts(steps, "turn")).toEqual(["TURN", "TURN", "TURN", "TURN", "NEW", "NEW"]);
    expect(steps.map(s.recordsOf)).toEqual([["started"], [], [], [], ["prefix-changed turn"], []]);
    expect(steps[4]!.assembly.prefixHash).not.toBe(steps[3]!.assembly.prefixHash);
    expect(steps[1]!.changed).toEqual(["turn"]);
    expect(steps[4]!.changed).toEqual([]);
  });

  test("reaches a watched layer as a message, at once, and the prompt stays as it was", () => {
    const steps = s.run([s.write("WATCH.md", "NEW"), s.turn()]);
    expect(texts(steps, "watch")).toEqual(["WATCH", "WATCH", "WATCH"]);
    expect(steps.map(({ injected }) => injected)).toEqual([[], ["RELOADED\nNEW"], ["RELOADED\nNEW"]]);
    expect(new Set(steps.map(({ assembly }) => assembly.hash)).size).toBe(1);
  });

  test("may be named relative to the workspace", () => {
    const steps = s.run([{ type: "write", path: "TURN.md", content: "NEW" }, s.turn()]);
    expect(textOf(steps[2]!, "turn")).toBe("NEW");
  });

  test("that is removed takes its layer along at the next look, and comes back with it", () => {
    const events = [s.write("TURN.md", null), s.turn(), s.write("TURN.md", "BACK"), s.turn()];
    const steps = s.run(events);
    expect(texts(steps, "turn")).toEqual(["TURN", "TURN", null, null, "BACK"]);
    expect(steps.flatMap(s.recordsOf)).toEqual(["started", "prefix-changed turn", "prefix-changed turn"]);
  });

  test("in a layer outside the cached prefix breaks none", () => {
    const tiers = [
      { id: "core", promise: "build" },
      { id: "session", promise: "session", cached: false },
      { id: "turn", promise: "turn" },
    ];
    const steps = s.run([s.write("TURN.md", "NEW"), s.turn()], { stack: { tiers } });
    expect(texts(steps, "turn").at(-1)).toBe("NEW");
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
    expect(texts(steps, "setting")).toEqual(["PLATFORM", "PLATFORM", "PLATFORM", "EDITED", "EDITED"]);
  });

  test("is still that of the next session", () => {
    expect(textOf(s.run([configure, s.newSession]).at(-1)!, "setting")).toBe("EDITED");
  });

  test("that selects or deselects a layer does so from the next build on", () => {
    const { layers } = s.everyLook;
    const gated = (keys: object) =>
      layers.map((layer) => (layer.id === "setting" ? { ...layer, ...keys } : layer));
    const condition = { input: { platform_text: "EDITED" } };
    const events = [configure, s.turn(), s.compaction];
    const on = s.run(events, { stack: { ...rebuilding.stack, layers: gated({ when: condition }) } });
    expect(texts(on, "setting")).toEqual([null, null, null, "EDITED"]);
    const off = s.run(events, { stack: { ...rebuilding.stack, layers: gated({ unless: condition }) } });
    expect(texts(off, "setting")).toEqual(["PLATFORM", "PLATFORM", "PLATFORM", null]);
  });

  test("of an unknown name is an error, in a turn too", () => {
    expect(() => s.run([s.turn({ recal: "x" })])).toThrow(/unknown input "recal".*"recall"/);
    expect(() => s.run([{ type: "configure", values: { nothing: 1 } }])).toThrow(UserError);
  });
});

describe("values of a turn", () => {
  test("hold until the next turn, also over a read and a compaction", () => {
    const events = [s.turn({ recall: "R1" }), s.read("x"), s.compaction, s.turn({ recall: "R2" }), s.turn()];
    expect(texts(s.run(events, rebuilding), "recall")).toEqual([null, "R1", "R1", "R1", "R2", null]);
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
    expect(texts(steps, "setting")).toEqual(["PLATFORM", "PLATFORM", "PLATFORM", "PLATFORM"]);
  });

  test("are gone after a resume and in a new session", () => {
    for (const event of [s.resume, s.newSession]) {
      expect(texts(s.run([s.turn({ recall: "R1" }), event]), "recall")).toEqual([null, "R1", null]);
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

describe("a compaction", () => {
  test("rebuilds the prompt of a stack that says so, and records it", () => {
    const steps = s.run([s.write("ONCE.md", "NEW"), s.compaction], rebuilding);
    const { hash, prefixHash } = steps[2]!.assembly;
    expect(steps[2]!.records).toEqual([{ type: "rebuilt", hash, prefixHash }]);
    expect(hash).not.toBe(steps[1]!.assembly.hash);
  });

  test("leaves the prompt of any other as it was, and records nothing", () => {
    const steps = s.run([s.write("ONCE.md", "NEW"), s.compaction]);
    expect(steps[2]!.assembly.hash).toBe(steps[0]!.assembly.hash);
    expect(steps[2]!.records).toEqual([]);
  });

  test("that rebuilds puts a reload that was told into the prompt, and does not tell it again", () => {
    const steps = s.run([s.write("WATCH.md", "NEW"), s.compaction, s.turn(), s.turn()], rebuilding);
    expect(texts(steps, "watch")).toEqual(["WATCH", "WATCH", "NEW", "NEW", "NEW"]);
    expect(steps.at(-1)!.injected).toEqual(["RELOADED\nNEW"]);
  });

  test("leaves a layer that is read at the start alone, until a new session", () => {
    const layers = s.everyLook.layers.map((layer) =>
      layer.id === "once" ? { ...layer, read: "start" } : layer,
    );
    const steps = s.run([s.write("ONCE.md", "NEW"), s.turn(), s.compaction, s.newSession], {
      stack: { ...rebuilding.stack, layers },
    });
    expect(texts(steps, "once")).toEqual(["ONCE", "ONCE", "ONCE", "ONCE", "NEW"]);
  });

  test("keeps a layer that can no longer be built, records why, and rebuilds the others", () => {
    const broken = s.write("WATCH.md", { link: "ONCE.md" });
    const steps = s.run([broken, s.write("ONCE.md", "NEW"), s.compaction], rebuilding);
    expect(texts(steps, "watch")).toEqual(["WATCH", "WATCH", "WATCH", "WATCH"]);
    expect(textOf(steps[3]!, "once")).toBe("NEW");
    expect(s.recordsOf(steps[3]!)).toEqual(["rebuilt", "reload-ignored watch"]);
    expect(steps[3]!.diagnostics).toMatchObject([
      { kind: "guard-failed", severity: "error", layer: "watch" },
    ]);
  });
});

describe("a resume", () => {
  test("goes on with the stored bytes, whatever changed in between", () => {
    const edits = [s.write("ONCE.md", "1"), s.write("TURN.md", "2"), s.write("WATCH.md", "3")];
    const configure = { type: "configure", values: { platform_text: "EDITED" } } as const;
    const steps = s.run([s.turn({ recall: "R1" }), ...edits, configure, s.resume]);
    const last = steps.at(-1)!;
    expect(last.stored).toBe(steps[0]!.stored);
    expect(last.assembly.text).toBe(last.stored);
    const { hash, prefixHash } = last.assembly;
    expect(last.records).toEqual([{ type: "restored", hash, prefixHash }]);
    expect(prefixHash).toBe(steps[0]!.assembly.prefixHash);
  });

  test("looks at layers that promise a turn alone: they were not stored", () => {
    const configure = { type: "configure", values: { recall: "CONFIGURED" } } as const;
    expect(texts(s.run([configure, s.resume]), "recall")).toEqual([null, null, "CONFIGURED"]);
  });
});

describe("a new session", () => {
  test("takes the files as they are now, and has no message and no result from before", () => {
    const events = [
      s.write("ONCE.md", "1"),
      s.write("WATCH.md", "2"),
      s.read("a/x"),
      s.newSession,
      s.read("a/x"),
    ];
    const steps = s.run(events, { workspace: { "a/HINT.md": "HINT" } });
    expect(steps[4]!.stored).toBe("Be brief.\n\n\nPLATFORM\n\n1\n\nTURN\n\n2");
    expect(steps[4]!.injected).toEqual([]);
    expect(s.recordsOf(steps[4]!)).toEqual(["started"]);
    expect([steps[3]!.toolResult, steps[5]!.toolResult]).toEqual(["[a/HINT.md]\nHINT", "[a/HINT.md]\nHINT"]);
  });

  test("that does not assemble is an error, and the session before it goes on", () => {
    const { session } = startSession(s.demo());
    const { session: broken } = advanceSession(session, s.write("WATCH.md", { link: "ONCE.md" }));
    expect(() => advanceSession(broken, s.newSession)).toThrow(UserError);
    expect(advanceSession(broken, s.turn()).step.stored).toContain("WATCH");
  });
});

describe("a layer that is read every turn", () => {
  test("and cannot be used is kept as it was, and each turn says why", () => {
    const layers = s.everyLook.layers.map((layer) =>
      layer.id === "turn"
        ? {
            ...layer,
            source: { path: "{{workspace}}/TURN.md", steps: [{ guard: ["no-symlink"], onFail: "error" }] },
          }
        : layer,
    );
    const events = [
      s.write("TURN.md", { link: "ONCE.md" }),
      s.turn(),
      s.turn(),
      s.write("TURN.md", "MENDED"),
      s.turn(),
    ];
    const steps = runSession(s.demo({ stack: { layers } }), events);
    expect(texts(steps, "turn")).toEqual(["TURN", "TURN", "TURN", "TURN", "TURN", "MENDED"]);
    expect(steps.map(s.recordsOf)).toEqual([
      ["started"],
      [],
      ["reload-ignored turn"],
      ["reload-ignored turn"],
      [],
      ["prefix-changed turn"],
    ]);
  });

  test("and promises a turn alone is left out for the turn when its value cannot be rendered", () => {
    const layers = [
      ...s.everyLook.layers.filter(({ id }) => id !== "recall"),
      { id: "recall", tier: "turn", read: "turn", source: { value: "facts", render: "recall" } },
    ];
    const inputs = { ...s.everyLook.inputs, facts: { type: "data", default: null } };
    const events = [s.turn({ facts: [{ text: "fact" }] }), s.turn({ facts: [{ text: 5 }] })];
    const steps = s.run(events, { stack: { layers, inputs } });
    expect(texts(steps, "recall")).toEqual([null, expect.stringContaining("fact"), null]);
    expect(steps[2]!.diagnostics).toMatchObject([{ kind: "unrenderable", layer: "recall" }]);
  });
});
