import { describe, expect, test } from "vitest";
import { UserError } from "../../util/index.ts";
import { advanceSession, runSession, startSession } from "./index.ts";
import * as s from "./testing.ts";

// What compaction, resume and a new session make of the prompt, and layers that fail on the way.

const { textIn, textsIn } = s;
const rebuilding = { stack: { session: { rebuildOn: ["compaction"] } } };

describe("a compaction", () => {
  test("rebuilds the prompt of a stack that says so, and records it", () => {
    const steps = s.run([s.write("ONCE.md", "NEW"), s.compaction], rebuilding);
    const { hash, prefixHash } = steps[2]!.assembly;
    expect(steps[2]!.records).toMatchObject([{ type: "rebuilt", hash, prefixHash }]);
    expect(hash).not.toBe(steps[1]!.assembly.hash);
  });

  test("leaves the prompt of any other as it was, and records nothing", () => {
    const steps = s.run([s.write("ONCE.md", "NEW"), s.compaction]);
    expect(steps[2]!.assembly.hash).toBe(steps[0]!.assembly.hash);
    expect(steps[2]!.records).toEqual([]);
  });

  test("that rebuilds puts a reload that was told into the prompt, and does not tell it again", () => {
    const steps = s.run([s.write("WATCH.md", "NEW"), s.compaction, s.turn(), s.turn()], rebuilding);
    expect(textsIn(steps, "watch")).toEqual(["WATCH", "WATCH", "NEW", "NEW", "NEW"]);
    expect(steps.at(-1)!.injected).toEqual(["RELOADED\nNEW"]);
  });

  test("leaves a layer that is read at the start alone, until a new session", () => {
    const layers = s.everyLook.layers.map((layer) =>
      layer.id === "once" ? { ...layer, read: "start" } : layer,
    );
    const steps = s.run([s.write("ONCE.md", "NEW"), s.turn(), s.compaction, s.newSession], {
      stack: { ...rebuilding.stack, layers },
    });
    expect(textsIn(steps, "once")).toEqual(["ONCE", "ONCE", "ONCE", "ONCE", "NEW"]);
  });

  test("keeps a layer that can no longer be built, records why, and rebuilds the others", () => {
    const broken = s.write("WATCH.md", { link: "ONCE.md" });
    const steps = s.run([broken, s.write("ONCE.md", "NEW"), s.compaction], rebuilding);
    expect(textsIn(steps, "watch")).toEqual(["WATCH", "WATCH", "WATCH", "WATCH"]);
    expect(textIn(steps[3]!, "once")).toBe("NEW");
    expect(s.recordsOf(steps[3]!)).toEqual(["rebuilt", "reload-ignored watch"]);
    expect(steps[3]!.diagnostics).toMatchObject([
      { kind: "guard-failed", severity: "error", layer: "watch" },
    ]);
  });

  test("that keeps such a layer leaves what the model was told of it as it is", () => {
    const told = [s.write("WATCH.md", "NEW"), s.write("WATCH.md", { link: "ONCE.md" }), s.compaction];
    const again = s.run([...told, s.write("WATCH.md", "NEW")], rebuilding).at(-1)!;
    expect([again.injected, s.recordsOf(again)]).toEqual([["RELOADED\nNEW"], []]);
    const back = s.run([...told, s.write("WATCH.md", "WATCH")], rebuilding).at(-1)!;
    expect(back.injected).toEqual(["RELOADED\nNEW", "RELOADED\nWATCH"]);
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
    expect(last.records).toMatchObject([{ type: "restored", hash, prefixHash }]);
    expect(prefixHash).toBe(steps[0]!.assembly.prefixHash);
  });

  test("looks at layers that promise a turn alone: they were not stored", () => {
    const configure = { type: "configure", values: { recall: "CONFIGURED" } } as const;
    expect(textsIn(s.run([configure, s.resume]), "recall")).toEqual([null, null, "CONFIGURED"]);
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
    expect(textsIn(steps, "turn")).toEqual(["TURN", "TURN", "TURN", "TURN", "TURN", "MENDED"]);
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
    expect(textsIn(steps, "recall")).toEqual([null, expect.stringContaining("fact"), null]);
    expect(steps[2]!.diagnostics).toMatchObject([{ kind: "unrenderable", layer: "recall" }]);
    expect(steps[2]!.records).toEqual([]);
  });
});
