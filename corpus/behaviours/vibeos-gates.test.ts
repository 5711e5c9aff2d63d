import { describe, expect, test } from "vitest";
import { textOf } from "../../src/assemble/testing.ts";
import type { Entry, SourceTree } from "../../src/load/index.ts";
import { assembleVibeos, layersOf, promptText, type VibeosSpec, writtenStack } from "./testing-vibeos.ts";

describe("VIB-25", () => {
  const guidanceOf = (spec: VibeosSpec) =>
    layersOf(assembleVibeos(spec)).filter((id) => id.startsWith("guidance-"));

  test("VIB-25 each tool brings its guidance", () => {
    const assembly = assembleVibeos();
    expect(guidanceOf({})).toEqual(["guidance-memory", "guidance-session-search", "guidance-skills"]);
    for (const file of ["memory", "session-search", "skills"])
      expect(textOf(assembly, `guidance-${file}`)).toBe(promptText(`guidance/${file}.md`));
  });

  test("VIB-25 with memory off, the profile alone is left to write to", () => {
    const values = { memory_enabled: false };
    expect(guidanceOf({ values })).toEqual([
      "guidance-user-profile",
      "guidance-session-search",
      "guidance-skills",
    ]);
    expect(textOf(assembleVibeos({ values }), "guidance-user-profile")).toBe(
      promptText("guidance/user-profile.md"),
    );
  });

  test("VIB-25 with both stores off, the memory tool has no guidance", () => {
    expect(guidanceOf({ values: { memory_enabled: false, user_profile_enabled: false } })).toEqual([
      "guidance-session-search",
      "guidance-skills",
    ]);
  });

  test("VIB-25 profiles without a tool go without its guidance", () => {
    expect(guidanceOf({ profile: "cron-cli" })).toEqual(["guidance-session-search"]);
    expect(guidanceOf({ profile: "subagent-cli" })).toEqual([]);
  });

  test.each([{}, { tool_use_enforcement: true, memory_enabled: false }])(
    "VIB-25 without tools there is no guidance at all: %j",
    (values) => {
      const own = { "skills/home/bread/SKILL.md": "---\nname: bread\ndescription: Bake bread.\n---\n" };
      expect(
        layersOf(assembleVibeos({ profile: "plain-cli", model: "openai:gpt-5-codex", values, own })),
      ).toEqual(["identity", "platform-hint", "stamp"]);
    },
  );
});

describe("VIB-26", () => {
  const enforced = (model: string, setting?: unknown) =>
    layersOf(
      assembleVibeos({
        model,
        ...(setting === undefined ? {} : { values: { tool_use_enforcement: setting } }),
      }),
    ).includes("tool-use");

  test.each<[string, unknown, boolean]>([
    ["openai:gpt-5-codex", undefined, true],
    ["anthropic:claude-x", undefined, false],
    ["openai:gpt-5-codex", "auto", true],
    ["anthropic:claude-x", "auto", false],
    ["anthropic:claude-x", true, true],
    ["openai:gpt-5-codex", false, false],
    ["anthropic:claude-x", ["claude"], true],
    ["anthropic:claude-x", ["gpt", "CLAUDE"], true],
    ["openai:gpt-5-codex", ["claude"], false],
    ["openai:gpt-5-codex", [], false],
    ["openai:gpt-5-codex", "sometimes", true],
    ["anthropic:claude-x", "sometimes", false],
    ["anthropic:claude-x", 1, false],
    ["openai:gpt-5-codex", null, true],
  ])("VIB-26 %s with the setting %j: %s", (model, setting, expected) => {
    expect(enforced(model, setting)).toBe(expected);
  });
});

describe("VIB-27", () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: How to ${name}.\n---\nSteps.\n`;
  const own = {
    "skills/work/plan/SKILL.md": skill("plan"),
    "skills/home/knead/SKILL.md": skill("knead"),
    "skills/home/bake/SKILL.md": skill("bake"),
    "skills/home/notes.txt": "no skill",
  };

  test("VIB-27 categories and names are sorted, inside one block", () => {
    expect(textOf(assembleVibeos({ own }), "skills")).toBe(
      "## Available skills\n\n<available_skills>\n  home:\n    - bake: How to bake.\n    - knead: How to knead.\n  work:\n    - plan: How to plan.\n</available_skills>",
    );
  });

  test("VIB-27 the order that a disk lists makes no difference", () => {
    const turned = (entry: Entry): Entry =>
      entry.kind === "directory" ? { ...entry, names: entry.names.toReversed() } : entry;
    const backwards = (tree: SourceTree): SourceTree => ({ lookup: (at) => turned(tree.lookup(at)) });
    expect(assembleVibeos({ own }, backwards).hash).toBe(assembleVibeos({ own }).hash);
  });

  test("VIB-27 a profile without skills tools has no index, nor has one without skills", () => {
    expect(layersOf(assembleVibeos({ own, profile: "cron-cli" }))).toContain("skills");
    expect(layersOf(assembleVibeos({ own, profile: "subagent-cli" }))).not.toContain("skills");
    expect(layersOf(assembleVibeos())).not.toContain("skills");
  });
});

describe("VIB-28", () => {
  const on = (platform: string, values = {}) =>
    assembleVibeos({
      values,
      stack: (stack) => ({
        ...stack,
        profiles: { ...stack.profiles, "main-cli": { ...stack.profiles["main-cli"], platform } },
      }),
    });

  test.each(["cli", "telegram", "whatsapp", "slack", "discord"])(
    "VIB-28 %s has its hint, in every mode",
    (platform) => {
      for (const mode of ["main", "subagent", "cron"]) {
        expect(textOf(assembleVibeos({ profile: `${mode}-${platform}` }), "platform-hint")).toBe(
          promptText(`hints/${platform}.md`),
        );
      }
    },
  );

  test.each(["Telegram ", "TELEGRAM", " telegram"])("VIB-28 %j is telegram", (platform) => {
    expect(textOf(on(platform), "platform-hint")).toBe(promptText("hints/telegram.md"));
  });

  test("VIB-28 a platform that is not built in has its plugin's hint, or none", () => {
    const plugin_hints = { matrix: "Send HTML.", telegram: "never used" };
    expect(textOf(on("Matrix", { plugin_hints }), "plugin-hint")).toBe("Send HTML.");
    const platform_hints = { matrix: { append: "TAIL" } };
    expect(textOf(on("Matrix", { plugin_hints, platform_hints }), "plugin-hint")).toBe("Send HTML.\n\nTAIL");
    expect(layersOf(on("irc", { plugin_hints }))).not.toContain("plugin-hint");
    expect(on("Telegram ", { plugin_hints }).text).not.toContain("never used");
  });
});

const hintWith = (platform_hints: unknown, variant = "default", profile = "main-telegram") =>
  textOf(assembleVibeos({ values: { platform_hints }, variant, profile }), "platform-hint");
const standard = promptText("hints/telegram.md");

describe("VIB-29", () => {
  test("VIB-29 append stands behind the hint, replace in its place, a bare text is appended", () => {
    expect(hintWith({ telegram: { append: "TAIL" } })).toBe(`${standard}\n\nTAIL`);
    expect(hintWith({ telegram: "TAIL" })).toBe(`${standard}\n\nTAIL`);
    expect(hintWith({ telegram: { replace: "BASE" } })).toBe("BASE");
  });

  test.each([
    ["default", "BASE"],
    ["example", "BASE"],
    ["code", "BASE\n\nTAIL"],
    ["upstream", "BASE\n\nTAIL"],
  ])("VIB-29 with both, variant %s gives %j", (variant, expected) => {
    expect(hintWith({ telegram: { replace: "BASE", append: "TAIL" } }, variant)).toBe(expected);
  });
});

describe("VIB-30", () => {
  test.each([
    5,
    ["TAIL"],
    "",
    "  ",
    null,
    {},
    { replace: 5 },
    { append: 5 },
    { replace: " ", append: "" },
    true,
  ])("VIB-30 an entry %j leaves the hint as it is", (entry) => {
    for (const variant of ["default", "code"]) expect(hintWith({ telegram: entry }, variant)).toBe(standard);
  });

  test.each([[], "telegram", 7, null])("VIB-30 so does a setting %j that is no map", (setting) => {
    expect(hintWith(setting)).toBe(standard);
  });

  test("VIB-30 other platforms are unaffected", () => {
    expect(hintWith({ whatsapp: { append: "x" } })).toBe(standard);
    expect(hintWith({ telegram: { replace: 5 }, slack: "TAIL" }, "default", "main-slack")).toBe(
      `${promptText("hints/slack.md")}\n\nTAIL`,
    );
  });
});

test("VIB-28 the stack names its built-in platforms, and every one has a hint file", () => {
  const platforms: string[] = writtenStack().layers.find(({ id }: { id: string }) => id === "plugin-hint")
    .unless.platform;
  expect(platforms.map((platform) => promptText(`hints/${platform}.md`) !== "")).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});
