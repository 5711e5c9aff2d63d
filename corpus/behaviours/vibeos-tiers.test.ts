import { describe, expect, test } from "vitest";
import { aLayerFile, textOf } from "../../src/assemble/testing.ts";
import { assembleVibeos, contextHeading, layersOf, type VibeosSpec } from "./testing-vibeos.ts";

/** Every layer of the system channel gets a text of its own. */
const everything: VibeosSpec = {
  own: {
    "SOUL.md": "1-soul",
    "MEMORY.md": "9-memory",
    "USER.md": "10-user",
    "skills/home/bread/SKILL.md": "---\nname: bread\ndescription: 3-skill\n---\n",
  },
  workspace: { "AGENTS.md": "8-agents" },
  values: {
    tool_use_enforcement: true,
    session_id: "12-stamp",
    environment_hints: "5-environment",
    system_message: "7-message",
    external_memory: "11-external",
    plugin_sections: ["13-plugin"],
  },
  files: {
    "prompts/vibeos/hints/cli.md": aLayerFile("6-hint\n"),
    "prompts/vibeos/tool-use.md": aLayerFile("2-tool-use\n"),
  },
};

/** A stack whose last volatile layer says nothing but the session's id. */
const plainStamp = (stack: any) => ({
  ...stack,
  variants: {},
  layers: stack.layers.map((layer: any) =>
    layer.id === "stamp"
      ? { id: "stamp", tier: "volatile", source: { value: "session_id" }, steps: [{ transform: "trim" }] }
      : layer,
  ),
});

const guidance = ["guidance-memory", "guidance-session-search", "guidance-skills", "tool-use"];

function expectOrder(text: string, sentinels: readonly string[]): void {
  const found = sentinels.map((sentinel) => text.indexOf(sentinel));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
}

test('VIB-01 parts "a ", "" and "b" of a tier become "a", a blank line, "b"', () => {
  const { text } = assembleVibeos({
    profile: "plain-cli",
    own: { "SOUL.md": "a " },
    values: { environment_hints: "", session_id: "V" },
    files: { "prompts/vibeos/hints/cli.md": aLayerFile("b") },
    stack: plainStamp,
  });
  expect(text).toBe("a\n\nb\n\nV");
});

test("VIB-01 an empty context tier leaves nothing between stable and volatile", () => {
  const world = {
    profile: "plain-cli",
    own: { "SOUL.md": "\n S \n" },
    files: { "prompts/vibeos/hints/cli.md": aLayerFile(" \n") },
    stack: plainStamp,
  };
  expect(assembleVibeos({ ...world, values: { session_id: "V" } }).text).toBe("S\n\nV");
  expect(assembleVibeos({ ...world, values: { session_id: " V\n", system_message: "\tC\n" } }).text).toBe(
    "S\n\nC\n\nV",
  );
});

test("VIB-02 identity, guidance, skills, environment hints and platform hint, in this order", () => {
  const assembly = assembleVibeos(everything);
  expectOrder(assembly.text, [
    "1-soul",
    "Save durable facts",
    "2-tool-use",
    "3-skill",
    "5-environment",
    "6-hint",
  ]);
  const stable = assembly.layers.filter(({ tier }) => tier === "stable").map(({ id }) => id);
  expect(stable).toEqual(["identity", ...guidance, "skills", "environment-hints", "platform-hint"]);
});

test("VIB-03 the caller's message stands before the project's files", () => {
  const assembly = assembleVibeos(everything);
  const context = assembly.layers.filter(({ tier }) => tier === "context").map(({ id }) => id);
  expect(context).toEqual(["system-message", "project"]);
  expect(assembly.text).toContain(`7-message\n\n${contextHeading}## AGENTS.md\n\n8-agents`);
});

test("VIB-04 memory, profile, external memory and the stamp, in this order", () => {
  const assembly = assembleVibeos(everything);
  expectOrder(assembly.text, ["9-memory", "10-user", "11-external", "12-stamp"]);
  const volatile = assembly.layers.filter(({ tier }) => tier === "volatile").map(({ id }) => id);
  expect(volatile).toEqual(["memory", "user-profile", "external-memory", "stamp"]);
});

describe("VIB-05", () => {
  const orders = {
    default: [
      ...["identity", ...guidance, "skills", "environment-hints", "platform-hint"],
      ...["system-message", "project", "memory", "user-profile", "external-memory", "stamp"],
    ],
    // The ten layers: memory 5 and 6, skills 7, files 8, time 9, hint 10.
    example: [
      ...["identity", ...guidance, "external-memory", "system-message", "memory", "user-profile", "skills"],
      ...["project", "stamp", "environment-hints", "platform-hint"],
    ],
    // Skills at the front of the volatile tier, sections of plugins after the memory.
    upstream: [
      ...["identity", ...guidance, "environment-hints", "platform-hint", "system-message", "project"],
      ...["skills", "memory", "user-profile", "external-memory", "plugin-sections", "stamp"],
    ],
  };

  test.each(Object.entries(orders))("VIB-05 variant %s has its own order", (variant, order) => {
    expect(layersOf(assembleVibeos({ ...everything, variant }))).toEqual(order);
  });

  test("VIB-05 the three orders differ, and so do their recipes", () => {
    const made = Object.keys(orders).map((variant) => assembleVibeos({ ...everything, variant }));
    expect(new Set(made.map(({ hash }) => hash)).size).toBe(3);
    expect(new Set(made.map(({ recipeHash }) => recipeHash)).size).toBe(3);
  });
});

describe("VIB-38", () => {
  const stampAt = (clock: string, variant: string, profile = "main-slack") =>
    textOf(
      assembleVibeos({ scenario: { clock }, values: { session_id: "s-42" }, variant, profile }),
      "stamp",
    );
  const afternoon = "2026-03-30T14:30:00-07:00";
  const evening = "2026-03-30T21:05:59-07:00";

  test("VIB-38 by default the stamp has the day, the session, the model and its provider", () => {
    expect(stampAt(afternoon, "default")).toBe(
      "Conversation started: 2026-03-30\nSession: s-42\nModel: anthropic:claude-x",
    );
    expect(stampAt(evening, "default")).toBe(stampAt(afternoon, "default"));
  });

  test("VIB-38 the example's stamp has the second and the offset", () => {
    expect(stampAt(afternoon, "example")).toContain("2026-03-30T14:30:00-07:00");
    expect(stampAt(evening, "example")).not.toBe(stampAt(afternoon, "example"));
  });

  test("VIB-38 the stamp of the second stands in a volatile tier", () => {
    const { layers } = assembleVibeos({ variant: "example" });
    expect(layers.find(({ id }) => id === "stamp")?.tier).toBe("volatile");
  });

  test("VIB-38 upstream's has the day, the zone and the platform", () => {
    expect(stampAt(afternoon, "upstream")).toBe(
      "Conversation started: 2026-03-30 (UTC-07:00)\nSession: s-42\nModel: anthropic:claude-x\nPlatform: slack",
    );
    expect(stampAt(evening, "upstream")).toBe(stampAt(afternoon, "upstream"));
    expect(stampAt("2026-03-30T00:00:00Z", "upstream")).toContain("2026-03-30 (UTC+00:00)\n");
  });
});
