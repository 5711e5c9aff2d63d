import fc from "fast-check";
import { expect, test } from "vitest";
import { layerText } from "../layer-text.ts";
import { fingerprint, advanceSession, runSession, startSession, type SessionEvent } from "./index.ts";
import * as s from "./testing.ts";

// What holds over any sequence of events.

const combination = s.demo({
  workspace: { "a/HINT.md": "A", "a/b/HINT.md": "AB" },
  stack: { session: { rebuildOn: ["compaction"] } },
});
const fixed = s.demo();

const text = fc.string({
  unit: fc.constantFrom("a", "é", "\n", " ", "{{recall}}", "</x>", "\0"),
  maxLength: 8,
});
const path = fc.constantFrom(
  "ONCE.md",
  "TURN.md",
  "WATCH.md",
  "a/HINT.md",
  "a/b/OTHER.md",
  "a",
  "new/HINT.md",
);
const content = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom({ link: "ONCE.md" }, { link: "none" }, { link: "../out" }) },
  { weight: 1, arbitrary: fc.constantFrom(new Uint8Array([0xff]), "x".repeat(101)) },
);
const values = fc.dictionary(fc.constantFrom("recall", "prefill", "platform_text"), text);
const event: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({ type: fc.constant("turn" as const), values }),
  fc.record({
    type: fc.constant("read" as const),
    path: fc.constantFrom("x", "a/x", "a/b/x", "new/x", "../x"),
  }),
  fc.tuple(path, content).map(([at, to]) => s.write(at, to)),
  fc.record({ type: fc.constant("configure" as const), values }),
  fc.constantFrom(s.compaction, s.resume, s.turn()),
);
const events = fc.array(event, { maxLength: 14 });
const runs = { numRuns: 100 };

test("a session is the same each time, and its steps do not depend on what comes after", () => {
  fc.assert(
    fc.property(events, fc.nat(), (all, cut) => {
      const steps = runSession(combination, all);
      expect(runSession(combination, all)).toEqual(steps);
      const part = all.slice(0, cut % (all.length + 1));
      expect(runSession(combination, part)).toEqual(steps.slice(0, part.length + 1));
    }),
    runs,
  );
});

test("an event leaves the session that it is applied to as it was, so that a session can be forked", () => {
  fc.assert(
    fc.property(events, event, (all, other) => {
      let { session } = startSession(combination);
      const kept = [session];
      for (const one of all) kept.push(({ session } = advanceSession(session, one)).session);
      const again = kept.map((one) => {
        advanceSession(one, other);
        return all.slice(kept.indexOf(one)).reduce((at, next) => advanceSession(at, next).session, one);
      });
      for (const { held, told, injected, shown, reads } of again) {
        expect({ held, told, injected, shown, reads }).toEqual({
          ...{ held: session.held, told: session.told, injected: session.injected },
          ...{ shown: session.shown, reads: session.reads },
        });
      }
    }),
    { numRuns: 30 },
  );
});

test("no value of a turn enters the stored prompt or the prefix, whatever it is and whatever else happens", () => {
  const withoutValues = (one: SessionEvent): SessionEvent => (one.type === "turn" ? s.turn() : one);
  fc.assert(
    fc.property(events, (all) => {
      const steps = runSession(combination, all);
      const plain = runSession(combination, all.map(withoutValues));
      expect(steps.map(({ stored }) => stored)).toEqual(plain.map(({ stored }) => stored));
      const prefixes = steps.map(({ assembly }) => assembly.prefixHash);
      expect(prefixes).toEqual(plain.map(({ assembly }) => assembly.prefixHash));
      for (const { stored, assembly } of steps) expect(assembly.text.startsWith(stored)).toBe(true);
    }),
    runs,
  );
});

test("the prefix changes only where that is recorded", () => {
  fc.assert(
    fc.property(events, (all) => {
      const steps = runSession(combination, all);
      steps.slice(1).forEach((step, i) => {
        const told = step.records.some(({ type }) => type === "prefix-changed" || type === "rebuilt");
        if (!told) expect(step.assembly.prefixHash).toBe(steps[i]!.assembly.prefixHash);
        if (step.event.type === "resume") expect(step.stored).toBe(steps[i]!.stored);
      });
    }),
    runs,
  );
});

test("without turn or rebuild the prompt never changes", () => {
  const quiet = event.filter(({ type }) => type !== "turn" && type !== "compaction" && type !== "resume");
  fc.assert(
    fc.property(fc.array(quiet, { maxLength: 10 }), (all) => {
      expect(new Set(runSession(fixed, all).map(({ assembly }) => assembly.hash)).size).toBe(1);
    }),
    runs,
  );
});

test("what the model was last told of watched files is what they are, or why not is recorded", () => {
  // Only the watched file has guards; in the place of another, what cannot be read fails every start.
  const usable = event.filter(
    (one) => one.type !== "write" || one.path.endsWith("WATCH.md") || typeof one.content === "string",
  );
  fc.assert(
    fc.property(fc.array(usable, { maxLength: 14 }), (all) => {
      const steps = runSession(fixed, all);
      let { session } = startSession(fixed);
      for (const one of all) ({ session } = advanceSession(session, one));
      // The same world in a session of its own: either it does not start, or its files are those last told of.
      let fresh;
      try {
        fresh = advanceSession(session, s.newSession);
      } catch {
        const last = steps
          .flatMap(({ records }) => records)
          .findLast(({ type }) => type.startsWith("reload"));
        expect(last).toMatchObject({ type: "reload-ignored", layer: "watch" });
        return;
      }
      const { held } = fresh.session;
      expect(session.told.get("watch")).toBe(fingerprint(held.get("watch")!.documents));
      const layer = fresh.step.assembly.layers.find(({ id }) => id === "watch");
      const now = layer === undefined ? "NOTHING LEFT" : layerText(fresh.step.assembly, layer);
      const known = steps.at(-1)!.injected.at(-1) ?? "RELOADED\nWATCH";
      expect(known).toBe(`RELOADED\n${now}`);
    }),
    runs,
  );
});

test("each file comes with a tool result at most once, and the messages only grow", () => {
  fc.assert(
    fc.property(events, (all) => {
      const steps = runSession(combination, all);
      const headings = steps.flatMap(({ toolResult }) => toolResult?.match(/^\[[^\]]*\.md\]$/gm) ?? []);
      expect(new Set(headings).size).toBe(headings.length);
      steps.slice(1).forEach(({ injected }, i) => {
        expect(injected.slice(0, steps[i]!.injected.length)).toEqual(steps[i]!.injected);
      });
    }),
    runs,
  );
});
