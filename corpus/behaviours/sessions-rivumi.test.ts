import { describe, expect, test } from "vitest";
import { fingerprint, runSession, type SessionEvent, type SessionStep } from "../../src/assemble/index.ts";
import { valid } from "../../src/assemble/testing.ts";
import { UserError } from "../../src/util/index.ts";
import { assembleRivumi, kinds, loadRivumi, type RivumiSpec, row, userFile } from "./testing-rivumi.ts";
import { combinationIn, distinct, newSession, textIn, turn, write } from "./testing-sessions.ts";

// Rows of spec/systems.md section 3 that need a session.

const rivumi = (
  events: SessionEvent[],
  { variant = "default", profile = "full", ...spec }: RivumiSpec = {},
) => runSession(combinationIn(valid(loadRivumi(spec)), { stack: "rivumi", variant, profile }), events);
const root = { workspace: { "AGENTS.md": "Root guidance.\n" } };
const ofRoot = "sha256:d7f2836892b41f44183e753c6467075f51be7ddd58ad4448dd9bc65b4bb9a31e";
const ofNothing = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/** The records of reloads, of all steps. */
const reloads = (steps: SessionStep[]) =>
  steps.flatMap(({ records }) => records).filter(({ type }) => type.startsWith("reload"));
const injected = (steps: SessionStep[]) => steps.at(-1)!.injected;

describe("RIV-24", () => {
  test("RIV-24 the fingerprint is a SHA-256 over scope, source and content", () => {
    expect(fingerprint([{ scope: "project", path: "AGENTS.md", text: "Root guidance." }])).toBe(ofRoot);
    expect(fingerprint([])).toBe(ofNothing);
  });

  test("RIV-24 it is recorded of the files that were loaded", () => {
    const steps = rivumi([write("AGENTS.md", "Root guidance.\n"), write("AGENTS.md", null)]);
    expect(reloads(steps)).toMatchObject([{ fingerprint: ofRoot }, { fingerprint: ofNothing }]);
  });
});

describe("RIV-25", () => {
  const spec: RivumiSpec = {
    workspace: { "AGENTS.md": "Root.", ".rivumi/skills/bake.md": "Bake." },
    home: { ".rivumi/memory.jsonl": `${row({ description: "Tea." })}\n` },
  };
  const changedBy = (event: SessionEvent) => rivumi([event], spec).at(-1)!.changed;

  test("RIV-25 an edited skill changes the category skills and no other", () => {
    expect(changedBy(write(".rivumi/skills/bake.md", "Bake twice."))).toEqual(["skills"]);
  });

  test("RIV-25 so does one that comes or goes, and every category is looked at", () => {
    expect(changedBy(write(".rivumi/skills/knead.md", "Knead."))).toEqual(["skills"]);
    expect(changedBy(write(".rivumi/skills/bake.md", null))).toEqual(["skills"]);
    expect(changedBy(write("AGENTS.md", "New root."))).toEqual(["instructions"]);
    expect(changedBy(write("/home/dev/.rivumi/memory.jsonl", ""))).toEqual(["memory"]);
    expect(changedBy(write("src/main.py", "print()"))).toEqual([]);
    expect(changedBy(turn())).toEqual([]);
  });
});

const notice =
  "[instruction-reload-v1]\nThe instruction files changed. What follows replaces the instructions given before; it ranks below policy and above everything else the repository says.\n\n";

describe("RIV-26", () => {
  test("RIV-26 a change injects one item with its version tag, and the initial system prompt keeps its bytes", () => {
    const steps = rivumi([turn(), write("AGENTS.md", "New guidance."), turn(), turn()], root);
    expect(injected(steps)).toEqual([
      `${notice}Additional instructions from configured files:\n\nSource: AGENTS.md\nNew guidance.`,
    ]);
    expect(distinct(steps.map(({ assembly }) => assembly.hash))).toBe(1);
    expect(distinct(steps.map(({ stored }) => stored))).toBe(1);
    expect(textIn(steps.at(-1)!, "instructions")).toContain("Root guidance.");
  });

  test("RIV-26 the event names sources and priorities of everything that is loaded now", () => {
    const user = { home: { ".config/rivumi/instructions.md": "User guidance." } };
    const steps = rivumi([write("RIVUMI.md", "More.")], { ...root, ...user });
    expect(reloads(steps)).toEqual([
      {
        ...{ type: "reloaded", layer: "instructions", fingerprint: expect.stringMatching(/^sha256:/) },
        sources: [
          { scope: "user", path: userFile, priority: 1 },
          { scope: "project", path: "AGENTS.md", priority: 2 },
          { scope: "project", path: "RIVUMI.md", priority: 3 },
        ],
      },
    ]);
  });

  test("RIV-26 without a change nothing is injected", () => {
    const steps = rivumi(
      [turn(), write("AGENTS.md", "  Root guidance.\n\n"), write("README.md", "x"), turn()],
      root,
    );
    expect(injected(steps)).toEqual([]);
    expect(reloads(steps)).toEqual([]);
  });

  test("RIV-26 a profile without instructions is told of none", () => {
    expect(injected(rivumi([write("AGENTS.md", "New.")], { ...root, profile: "no-instructions" }))).toEqual(
      [],
    );
  });
});

test("RIV-27 when all instruction files are gone, the item says so", () => {
  const steps = rivumi([write("AGENTS.md", null), turn()], root);
  expect(injected(steps)).toEqual([
    `${notice}No configured user/project instruction files are currently loaded.`,
  ]);
  expect(reloads(steps)).toMatchObject([{ type: "reloaded", fingerprint: ofNothing, sources: [] }]);
});

describe("RIV-28", () => {
  const other = { workspace: { ...root.workspace, "notes.md": "Hidden." } };
  const link = write("AGENTS.md", { link: "notes.md" });

  test("RIV-28 a link in the place of AGENTS.md is ignored and recorded, and the old rules stay", () => {
    const steps = rivumi([link, turn(), turn()], other);
    expect(reloads(steps)).toEqual([
      {
        ...{ type: "reload-ignored", layer: "instructions" },
        reason: expect.stringContaining("AGENTS.md is reached through a symbolic link (notes.md)"),
      },
    ]);
    expect(injected(steps)).toEqual([]);
    expect(distinct(steps.map(({ stored }) => stored))).toBe(1);
    expect(textIn(steps.at(-1)!, "instructions")).toContain("Root guidance.");
  });

  test.each([
    ["of 65,537 bytes", "a".repeat(65_537), "65537 bytes"],
    ["of invalid UTF-8", Uint8Array.of(0x61, 0xff), "not valid UTF-8"],
    ["with a NUL", "a\0b", "NUL"],
  ])("RIV-28 a file %s is ignored and recorded", (_, content, reason) => {
    const steps = rivumi([write("AGENTS.md", content), turn()], root);
    expect(reloads(steps)).toMatchObject([
      { type: "reload-ignored", layer: "instructions", reason: expect.stringContaining(reason) },
    ]);
    expect(injected(steps)).toEqual([]);
  });

  test("RIV-28 fingerprint and context are kept: the same rules again are no change, others are one", () => {
    expect(injected(rivumi([link, write("AGENTS.md", "Root guidance.")], other))).toEqual([]);
    const steps = rivumi([link, write("AGENTS.md", "New guidance.")], other);
    expect(injected(steps)).toHaveLength(1);
    expect(reloads(steps).map(({ type }) => type)).toEqual(["reload-ignored", "reloaded"]);
  });

  test("RIV-28 at the start of a session the same fault is an error", () => {
    expect(() => rivumi([link, newSession], other)).toThrow(UserError);
    expect(() => rivumi([link, newSession], other)).toThrow(/symbolic link/);
    expect(() => rivumi([], { workspace: { "AGENTS.md": Uint8Array.of(0xff) } })).toThrow(/not valid UTF-8/);
  });
});

describe("RIV-29", () => {
  const long = "x".repeat(20_000);
  const whole = `${notice}Additional instructions from configured files:\n\nSource: AGENTS.md\n`;
  const edit = (text: string) => [turn(), write("AGENTS.md", text), turn(), turn()];

  test("RIV-29 an instruction file of 20,000 characters is valid at the start", () => {
    const assembly = assembleRivumi({ workspace: { "AGENTS.md": long } });
    expect(kinds(assembly)).toEqual([]);
    expect(assembly.text).toContain(long);
  });

  test("RIV-29 as it is, its reload is lost after the fingerprint was stored, and that is reported once", () => {
    const steps = rivumi(edit(long), root);
    expect(injected(steps)).toEqual([]);
    expect(reloads(steps)).toEqual([
      {
        ...{ type: "reload-dropped", layer: "instructions" },
        ...{ characters: whole.length + 20_000, max: 16_000 },
      },
    ]);
  });

  test("RIV-29 corrected, it is cut to 16,000 characters and says so", () => {
    const steps = rivumi(edit(long), { ...root, variant: "corrected" });
    const [message, ...others] = injected(steps);
    expect(others).toEqual([]);
    expect(message).toHaveLength(16_000);
    const marker = "\n[truncated]";
    expect(message).toBe(whole + "x".repeat(16_000 - whole.length - marker.length) + marker);
    expect(reloads(steps).map(({ type }) => type)).toEqual(["reloaded"]);
  });

  test("RIV-29 the longest item that may be sent is sent whole by both", () => {
    const fits = "x".repeat(16_000 - whole.length);
    for (const variant of ["default", "corrected"]) {
      expect(injected(rivumi(edit(fits), { ...root, variant }))).toEqual([whole + fits]);
    }
    expect(injected(rivumi(edit(`${fits}x`), root))).toEqual([]);
  });

  test("RIV-29 characters are counted, not bytes or UTF-16 units", () => {
    const fits = "😀".repeat(16_000 - whole.length);
    expect(injected(rivumi(edit(fits), root))).toEqual([whole + fits]);
  });

  test("RIV-29 whatever is too long for a reload, in skills too, is either bounded or reported", () => {
    const skill = write(".rivumi/skills/bake.md", "y".repeat(30_000));
    for (const variant of ["default", "corrected"]) {
      const steps = rivumi([skill, turn()], { ...root, variant });
      const [message] = injected(steps);
      if (message === undefined)
        expect(reloads(steps)).toMatchObject([{ type: "reload-dropped", layer: "skills" }]);
      else expect([...message].length).toBeLessThanOrEqual(16_000);
    }
  });
});

describe("RIV-33", () => {
  const rule = `${"Bake at 200 degrees. ".repeat(60)}Never bake rye.\n`;
  const compacted = (variant: string) =>
    rivumi([write("AGENTS.md", rule), { type: "compaction" }], { ...root, variant });

  test("RIV-33 a reloaded rule shrinks to 800 characters in a compaction while the prompt still shows the old one", () => {
    const [, told, last] = compacted("default");
    expect(told!.injected[0]).toContain("Never bake rye.");
    expect([...last!.injected[0]!]).toHaveLength(800);
    expect(last!.injected[0]).not.toContain("Never bake rye.");
    expect(last!.assembly.text).toContain("Root guidance.");
    const { length } = [...told!.injected[0]!];
    expect(last!.records).toEqual([{ type: "injected-shrunk", characters: length, max: 800 }]);
  });

  test("RIV-33 the corrected variant keeps it whole and has nothing to record", () => {
    const [, told, last] = compacted("corrected");
    expect(last!.injected).toEqual(told!.injected);
    expect(last!.records).toEqual([]);
  });
});

test("RIV-37 the record of a session names provider and model, prompt versions and base revision; reloads are events", () => {
  const git = { root: "/home/dev/shop", branch: "main", dirty: 0, commit: "5f1a2b3" };
  const spec = { ...root, scenario: { git } };
  const [start, reload, compaction] = rivumi(
    [write("AGENTS.md", "New guidance."), { type: "compaction" }],
    spec,
  );
  const { model, recipeHash, hash } = start!.assembly;
  expect(start!.records).toMatchObject([{ type: "started", model, recipeHash, hash, commit: "5f1a2b3" }]);
  expect(model).toMatch(/^[a-z]+:./);
  const versions = start!.records.flatMap((record) => (record.type === "started" ? record.versions : []));
  expect(versions).toContainEqual({
    layer: "core_policy",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
  });
  expect(reload!.records).toMatchObject([{ type: "reloaded", layer: "instructions" }]);
  // This stack keeps its prompt over a compaction, so there is nothing to record of it.
  expect(compaction!.records).toEqual([]);
});
