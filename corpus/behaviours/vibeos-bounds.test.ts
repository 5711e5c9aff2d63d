import { describe, expect, test } from "vitest";
import { textOf } from "../../src/assemble/testing.ts";
import { assembleVibeos, contextOf, numbered, type VibeosSpec } from "./testing-vibeos.ts";

/** Heading of AGENTS.md: "## AGENTS.md" and two line ends. */
const heading = 14;
const withAgents = (characters: number, spec: VibeosSpec = {}) =>
  contextOf(assembleVibeos({ ...spec, workspace: { "AGENTS.md": numbered(characters) } }))!;
const counts = (text: string) =>
  /\[\.\.\.truncated AGENTS\.md: kept (\d+)\+(\d+) of (\d+) chars/.exec(text)?.slice(1).map(Number);

describe("VIB-16", () => {
  // 70% and 20% of the bound, worked out by hand.
  test.each<[string, VibeosSpec, number, number, number]>([
    ["the document has 20,000 for any window", { model: "acme:w128" }, 20_000, 14_000, 4_000],
    [
      "upstream has 30,720 for a window of 128,000",
      { variant: "upstream", model: "acme:w128" },
      30_720,
      21_504,
      6_144,
    ],
    ["upstream has at least 20,000", { variant: "upstream", model: "acme:w8" }, 20_000, 14_000, 4_000],
    ["upstream has at most 500,000", { variant: "upstream", model: "acme:w4m" }, 500_000, 350_000, 100_000],
    ["a configured value wins", { values: { context_file_max_chars: 5_000 } }, 5_000, 3_500, 1_000],
    [
      "a configured value wins upstream",
      { variant: "upstream", model: "acme:w128", values: { context_file_max_chars: 50_000 } },
      ...([50_000, 35_000, 10_000] as const),
    ],
  ])("VIB-16 %s", (_, spec, max, head, tail) => {
    const fits = withAgents(max - heading, spec);
    expect(fits).toHaveLength(max);
    expect(counts(fits)).toBeUndefined();
    expect(counts(withAgents(max - heading + 1, spec))).toEqual([head, tail, max + 1]);
  });

  test.each(["abc", 0, -1, 1.5, null, [9_000], true])(
    "VIB-16 a configured %j counts as not given",
    (value) => {
      const values = { context_file_max_chars: value };
      expect(counts(withAgents(25_000, { values }))).toEqual([14_000, 4_000, 25_014]);
      expect(counts(withAgents(31_000, { values, variant: "upstream", model: "acme:w128" }))).toEqual([
        21_504, 6_144, 31_014,
      ]);
    },
  );
});

describe("VIB-17", () => {
  test("VIB-17 a SOUL.md of 25,000 characters keeps 14,000 from its start and 4,000 from its end", () => {
    const soul = numbered(25_000);
    const marker =
      "\n\n[...truncated SOUL.md: kept 14000+4000 of 25000 chars. Use file tools to read the full file.]\n\n";
    const identity = textOf(assembleVibeos({ own: { "SOUL.md": soul } }), "identity")!;
    expect(identity).toBe(soul.slice(0, 14_000) + marker + soul.slice(-4_000));
    expect(identity.length).toBeLessThan(20_000);
  });

  test("VIB-17 the heading counts: an AGENTS.md of 25,000 characters has 25,014", () => {
    const agents = numbered(25_000);
    const whole = `## AGENTS.md\n\n${agents}`;
    const marker =
      "\n\n[...truncated AGENTS.md: kept 14000+4000 of 25014 chars. Use file tools to read the full file.]\n\n";
    expect(contextOf(assembleVibeos({ workspace: { "AGENTS.md": agents } }))).toBe(
      whole.slice(0, 14_000) + marker + whole.slice(-4_000),
    );
  });

  test("VIB-17 characters are code points, and none is split", () => {
    const identity = textOf(assembleVibeos({ own: { "SOUL.md": "🥐".repeat(20_001) } }), "identity")!;
    expect(identity.split("\n\n").map((part) => [...part].length)).toEqual([
      14_000,
      expect.any(Number),
      4_000,
    ]);
    expect(identity.replaceAll("🥐", "")).toMatch(/^\n\n\[\.\.\..*\]\n\n$/);
  });

  test("VIB-17 a text of exactly the bound is left as it is", () => {
    const soul = numbered(20_000);
    expect(textOf(assembleVibeos({ own: { "SOUL.md": soul } }), "identity")).toBe(soul);
  });
});

describe("VIB-18", () => {
  const markerIn = (variant: string, workspace: Record<string, string>, cwd = "/home/dev/shop") =>
    /\n\n\[\.\.\.truncated [^\]]*\]\n\n/.exec(
      contextOf(
        assembleVibeos({ variant, workspace, scenario: { cwd }, values: { context_file_max_chars: 10_000 } }),
      )!,
    )?.[0];

  test.each(["default", "example", "code", "corrected"])(
    "VIB-18 variant %s has the document's marker",
    (variant) => {
      expect(markerIn(variant, { "AGENTS.md": numbered(12_000) })).toBe(
        "\n\n[...truncated AGENTS.md: kept 7000+2000 of 12014 chars. Use file tools to read the full file.]\n\n",
      );
    },
  );

  test("VIB-18 upstream's marker names the path to read", () => {
    expect(markerIn("upstream", { "a/CLAUDE.md": numbered(12_000) }, "/home/dev/shop/a")).toBe(
      "\n\n[...truncated CLAUDE.md: kept 7000+2000 of 12014 chars, the middle is left out. If you need all of it, call read_file on a/CLAUDE.md.]\n\n",
    );
  });

  test("VIB-18 a cut that says so is no finding", () => {
    expect(assembleVibeos({ workspace: { "AGENTS.md": numbered(25_000) } }).diagnostics).toEqual([]);
  });
});
