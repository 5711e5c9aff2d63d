import { describe, expect, test } from "vitest";
import * as s from "./testing.ts";

// What a compaction makes of a layer, as the layer says it.

const { textsIn } = s;
const withOnce = (onCompact: string, more: object = {}) => ({
  stack: {
    ...more,
    layers: s.everyLook.layers.map((layer) => (layer.id === "once" ? { ...layer, onCompact } : layer)),
  },
});
const events = [s.write("ONCE.md", "NEW"), s.turn(), s.compaction, s.turn(), s.newSession];
const rebuilding = { session: { rebuildOn: ["compaction"] } };

describe("a layer", () => {
  test("that is kept stays as it was, also where the session rebuilds its prompt", () => {
    const kept = ["ONCE", "ONCE", "ONCE", "ONCE", "ONCE", "NEW"];
    expect(textsIn(s.run(events, withOnce("keep")), "once")).toEqual(kept);
    expect(textsIn(s.run(events, withOnce("keep", rebuilding)), "once")).toEqual(kept);
  });

  test("that is read anew has its files' text from the compaction on, and that breaks the prefix once", () => {
    const steps = s.run(events, withOnce("reread"));
    expect(textsIn(steps, "once")).toEqual(["ONCE", "ONCE", "ONCE", "NEW", "NEW", "NEW"]);
    expect(steps.map(s.recordsOf)).toEqual([["started"], [], [], ["prefix-changed once"], [], ["started"]]);
  });

  test.each(["drop", "summarize"])("with %s leaves the prompt until the next session", (onCompact) => {
    const steps = s.run(events, withOnce(onCompact));
    expect(textsIn(steps, "once")).toEqual(["ONCE", "ONCE", "ONCE", null, null, "NEW"]);
    expect(steps[3]!.assembly.text).not.toContain("ONCE");
  });

  test("that is dropped although it is read every turn does not come back with a turn", () => {
    const layers = s.everyLook.layers.map((layer) =>
      layer.id === "turn" ? { ...layer, onCompact: "drop" } : layer,
    );
    const steps = s.run([s.compaction, s.turn(), s.turn()], { stack: { layers } });
    expect(textsIn(steps, "turn")).toEqual(["TURN", null, null, null]);
  });
});
