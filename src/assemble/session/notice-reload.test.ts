import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../../util/index.ts";
import { loadDemo } from "../testing.ts";
import { fingerprint, type SessionEvent, type SessionStep } from "./index.ts";
import * as s from "./testing.ts";

// A watched layer: each change of its files is told in a message, once.

const digest = (text: string) => `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
const messages = (events: readonly SessionEvent[], spec = {}) => s.run(events, spec).at(-1)!.injected;
/** The watched layer with other settings. */
const watching = (watch: object, source: object = {}) => ({
  stack: {
    layers: s.everyLook.layers.map((layer) =>
      "watch" in layer ? { ...layer, watch: { ...layer.watch, ...watch }, ...source } : layer,
    ),
  },
});
const told = (step: SessionStep) => step.records.filter(({ type }) => type.startsWith("reload"));

describe("a fingerprint", () => {
  test("is over scope, path and text of each document, with NUL and a blank line between", () => {
    const documents = [
      { scope: "user", path: "/u.md", text: "One." },
      { scope: "project", path: "AGENTS.md", text: "Two.\n" },
    ];
    expect(fingerprint(documents)).toBe(digest("user\0/u.md\0One.\n\nproject\0AGENTS.md\0Two.\n"));
    expect(fingerprint([])).toBe(digest(""));
  });
});

describe("a change", () => {
  test("is told once, with what the layer is made of now", () => {
    const steps = s.run([s.write("WATCH.md", "NEW"), ...s.turns(3), s.read("x"), s.compaction, s.resume]);
    expect(steps.at(-1)!.injected).toEqual(["RELOADED\nNEW"]);
    expect(steps.flatMap(told)).toEqual([
      {
        ...{ type: "reloaded", layer: "watch", fingerprint: digest("watch\0WATCH.md\0NEW") },
        sources: [{ scope: "watch", path: "WATCH.md", priority: 1 }],
      },
    ]);
  });

  test("and the next one are two messages, and back again is a third", () => {
    const events = ["1", "2", "WATCH"].map((text) => s.write("WATCH.md", text));
    expect(messages(events)).toEqual(["RELOADED\n1", "RELOADED\n2", "RELOADED\nWATCH"]);
  });

  test("of nothing is none: the same text again, another file, or none before and after", () => {
    expect(messages([s.write("WATCH.md", "WATCH"), s.write("other.md", "x"), ...s.turns(2)])).toEqual([]);
    const absent = { workspace: { "WATCH.md": null } };
    expect(messages([s.write("WATCH.md", null), s.turn()], absent)).toEqual([]);
  });

  test("that leaves no file is told in the words for that", () => {
    const steps = s.run([s.write("WATCH.md", null), s.turn()]);
    expect(steps.at(-1)!.injected).toEqual(["RELOADED\nNOTHING LEFT"]);
    expect(steps[1]!.records).toEqual([
      { type: "reloaded", layer: "watch", fingerprint: digest(""), sources: [] },
    ]);
    expect(messages([s.write("WATCH.md", " \n")])).toEqual(["RELOADED\nNOTHING LEFT"]);
  });

  test("that leaves no file is told so even where a layer file stands in for it in the next prompt", () => {
    const source = { source: { path: "{{workspace}}/WATCH.md", fallback: "core.md" } };
    const steps = s.run([s.write("WATCH.md", null), s.newSession], watching({}, source));
    expect(steps[1]!.injected).toEqual(["RELOADED\nNOTHING LEFT"]);
    expect(s.textIn(steps[2]!, "watch")).toBe("Be brief.\n");
  });

  test("that brings the first file is told as any other", () => {
    const absent = { workspace: { "WATCH.md": null } };
    expect(messages([s.write("WATCH.md", "FIRST")], absent)).toEqual(["RELOADED\nFIRST"]);
  });

  test("of one of several files tells all of them, with their order", () => {
    const source = { source: { folder: { dir: "{{workspace}}/w" }, heading: "# {{path}}" } };
    const spec = { ...watching({}, source), workspace: { "w/a.md": "A", "w/b.md": "B" } };
    const [, step] = s.run([s.write("w/a.md", "NEW")], spec);
    expect(step!.injected).toEqual(["RELOADED\n# w/a.md\nNEW\n\n# w/b.md\nB"]);
    expect(step!.records).toMatchObject([
      {
        sources: [
          { path: "w/a.md", priority: 1 },
          { path: "w/b.md", priority: 2 },
        ],
      },
    ]);
  });
});

describe("a file that cannot be used", () => {
  const broken: [string, Extract<SessionEvent, { type: "write" }>["content"], RegExp][] = [
    ["a link", { link: "ONCE.md" }, /is reached through a symbolic link \(ONCE\.md\)/],
    ["a text over the limit", "x".repeat(101), /has 101 bytes, over the limit of 100 bytes/],
    ["invalid UTF-8", new Uint8Array([0xc3, 0x28]), /is not valid UTF-8/],
  ];

  test.each(broken)("%s: the reload is ignored and recorded, once", (_, content, reason) => {
    const steps = s.run([s.write("WATCH.md", content), ...s.turns(2)]);
    const last = steps.at(-1)!;
    expect(last.injected).toEqual([]);
    expect(last.stored).toBe(steps[0]!.stored);
    expect(steps.flatMap(told)).toEqual([
      { type: "reload-ignored", layer: "watch", reason: expect.stringMatching(reason) },
    ]);
    expect(steps[1]!.changed).toEqual(["watch"]);
  });

  test.each(broken)("%s: what is valid later is told, unless it is what the model knows", (_, content) => {
    const invalid = s.write("WATCH.md", content);
    expect(messages([invalid, s.write("WATCH.md", "MENDED"), s.turn()])).toEqual(["RELOADED\nMENDED"]);
    expect(messages([invalid, s.write("WATCH.md", null), s.turn()])).toEqual(["RELOADED\nNOTHING LEFT"]);
    expect(messages([invalid, s.write("WATCH.md", "WATCH"), s.turn()])).toEqual([]);
    expect(messages([s.write("WATCH.md", "NEW"), invalid, s.write("WATCH.md", "NEW")])).toEqual([
      "RELOADED\nNEW",
    ]);
  });

  test.each(broken)("%s: is recorded also where no file was before", (_, content) => {
    const steps = s.run([s.write("WATCH.md", content), s.turn()], { workspace: { "WATCH.md": null } });
    expect(steps.map(told).map(({ length }) => length)).toEqual([0, 1, 0]);
    expect(steps.at(-1)!.injected).toEqual([]);
  });

  test.each(broken)("%s: at the start of a session is an error", (_, content, reason) => {
    expect(() => s.run([s.write("WATCH.md", content), s.newSession])).toThrow(UserError);
    expect(() => s.run([s.write("WATCH.md", content), s.newSession])).toThrow(reason);
  });

  test("and then cannot be used for another reason is two records", () => {
    const events = [s.write("WATCH.md", { link: "ONCE.md" }), s.write("WATCH.md", "x".repeat(101))];
    const reasons = s
      .run(events)
      .flatMap(told)
      .map((record) => "reason" in record && record.reason);
    expect(reasons).toEqual([expect.stringMatching(/symbolic link/), expect.stringMatching(/101 bytes/)]);
  });
});

describe("a message that is too long", () => {
  const marker = "[more]";
  const long = s.write("WATCH.md", "x".repeat(50));

  test("is cut with the marker, and is exactly as long as it may be", () => {
    const [message] = messages([long], watching({ max: 30, marker }));
    expect(message).toBe(`RELOADED\n${"x".repeat(30 - 9 - 6)}[more]`);
  });

  test("that just fits is not cut", () => {
    expect(messages([long], watching({ max: 59, marker }))).toEqual([`RELOADED\n${"x".repeat(50)}`]);
    expect(messages([long], watching({ max: 58, marker }))).toEqual([`RELOADED\n${"x".repeat(43)}[more]`]);
  });

  test("of any text is never longer than it may be, and says when it was cut", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "€", "😀", "\n", "$&", "{{omitted}}"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 6, max: 40 }), (body, max) => {
        const steps = s.run(
          [s.write("WATCH.md", body)],
          watching({ max, marker, none: "NONE" }, { source: { path: "{{workspace}}/WATCH.md" } }),
        );
        const whole = `RELOADED\n${body.trim() === "" ? "NONE" : body}`;
        const [message] = steps.at(-1)!.injected;
        expect([...message!].length).toBeLessThanOrEqual(max);
        if ([...whole].length <= max) expect(message).toBe(whole);
        else expect(message).toBe([...whole].slice(0, max - 6).join("") + marker);
      }),
      { numRuns: 60 },
    );
  });

  test("is not sent with over: drop, and recorded with its length; later changes are told", () => {
    const spec = watching({ max: 30, over: "drop" });
    const steps = s.run([long, s.turn(), s.write("WATCH.md", "SHORT")], spec);
    expect(steps.map(({ injected }) => injected)).toEqual([[], [], [], ["RELOADED\nSHORT"]]);
    expect(steps.map(told)).toMatchObject([
      [],
      [{ type: "reload-dropped", layer: "watch", characters: 59, max: 30 }],
      [],
      [{ type: "reloaded" }],
    ]);
  });

  test("and whose marker does not fit is an error of the stack", () => {
    const kinds = (watch: object) =>
      loadDemo({ stack: { ...s.everyLook, ...watching(watch).stack } }).findings.map(({ line, message }) => [
        line,
        message,
      ]);
    expect(kinds({ max: 5, marker })).toEqual([
      [1, expect.stringContaining("watch.marker: must fit into max")],
    ]);
    expect(kinds({ max: 6, marker })).toEqual([]);
    expect(kinds({ max: 5, marker, over: "drop" })).toEqual([]);
  });
});
