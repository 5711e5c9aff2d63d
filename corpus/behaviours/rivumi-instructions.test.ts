import { expect, test } from "vitest";
import { sourcesOf } from "../../src/assemble/testing.ts";
import {
  assembleRivumi,
  bodyOf,
  home,
  kinds,
  remembered,
  root,
  row,
  shownSources,
  userFile,
} from "./testing-rivumi.ts";

const app = { cwd: `${root}/packages/app` };
const user = { ".config/rivumi/instructions.md": "User guidance.\n" };

test("RIV-07 the user's file comes first, then each folder's from the root to the active one", () => {
  const assembly = assembleRivumi({
    scenario: app,
    home: user,
    workspace: {
      "packages/app/RIVUMI.md": "App.",
      "AGENTS.md": "Root.",
      "packages/RIVUMI.md": "Packages.",
      "packages/other/AGENTS.md": "Beside the way.",
      "packages/app/deep/AGENTS.md": "Below the active folder.",
    },
  });
  expect(shownSources(assembly)).toEqual([
    userFile,
    "AGENTS.md",
    "packages/RIVUMI.md",
    "packages/app/RIVUMI.md",
  ]);
  expect(kinds(assembly)).toEqual([]);
});

test.each([
  [
    "the path that the user gives",
    { rivumi_user_instructions: `${home}/notes/mine.md` },
    `${home}/notes/mine.md`,
  ],
  ["the configuration folder", { rivumi_config_home: `${home}/cfg` }, `${home}/cfg/rivumi/instructions.md`],
  [
    "the path before the folder",
    { rivumi_user_instructions: `${home}/notes/mine.md`, rivumi_config_home: `${home}/cfg` },
    `${home}/notes/mine.md`,
  ],
  ["~/.config", {}, userFile],
])("RIV-07 the user's file is found through %s", (_, values, expected) => {
  const assembly = assembleRivumi({
    scenario: { values },
    home: {
      ...user,
      "notes/mine.md": "Mine.",
      "cfg/rivumi/instructions.md": "Of the configuration folder.",
    },
  });
  expect(shownSources(assembly)).toEqual([expected]);
});

test("RIV-07 a path that is given and leads nowhere is not replaced by the default one", () => {
  const values = { rivumi_user_instructions: `${home}/missing.md` };
  expect(shownSources(assembleRivumi({ scenario: { values }, home: user }))).toEqual([]);
});

test("RIV-08 in one folder AGENTS.md and RIVUMI.md both count, in this order", () => {
  const workspace = {
    "RIVUMI.md": "Second.",
    "AGENTS.md": "First.",
    "a/RIVUMI.md": "Fourth.",
    "a/AGENTS.md": "Third.",
  };
  const assembly = assembleRivumi({ scenario: { cwd: `${root}/a` }, workspace });
  expect(shownSources(assembly)).toEqual(["AGENTS.md", "RIVUMI.md", "a/AGENTS.md", "a/RIVUMI.md"]);
});

test.each([
  ["outside the root means the root alone", "/tmp/x", ["AGENTS.md"]],
  ["that only begins like the root is outside", `${root}-old/packages`, ["AGENTS.md"]],
  ["above the root means the root alone", "/home/dev", ["AGENTS.md"]],
  ["that is the root means the root", root, ["AGENTS.md"]],
  [
    "that is a file means its folder",
    `${root}/packages/app/main.py`,
    ["AGENTS.md", "packages/app/AGENTS.md"],
  ],
])("RIV-08 an active folder %s", (_, cwd, expected) => {
  const workspace = {
    "AGENTS.md": "Root.",
    "packages/app/AGENTS.md": "App.",
    "packages/app/main.py": "print()\n",
  };
  expect(shownSources(assembleRivumi({ scenario: { cwd }, workspace }))).toEqual(expected);
});

const overridden = {
  "AGENTS.md": "Root guidance.",
  "packages/app/AGENTS.override.md": "Override guidance.",
  "packages/app/RIVUMI.md": "Normal guidance beside it.",
};

test("RIV-09 an override drops earlier project files and the normal ones beside it, and keeps the user's", () => {
  const assembly = assembleRivumi({ scenario: app, home: user, workspace: overridden });
  expect(shownSources(assembly)).toEqual([userFile, "packages/app/AGENTS.override.md"]);
  const body = bodyOf(assembly, "instructions");
  expect(body).not.toContain("Root guidance.");
  expect(body).not.toContain("Normal guidance");
});

test("RIV-09 normal files of deeper folders are appended after it", () => {
  const workspace = { ...overridden, "packages/app/x/AGENTS.md": "Deeper." };
  const assembly = assembleRivumi({ scenario: { cwd: `${root}/packages/app/x` }, home: user, workspace });
  expect(shownSources(assembly)).toEqual([
    userFile,
    "packages/app/AGENTS.override.md",
    "packages/app/x/AGENTS.md",
  ]);
});

test("RIV-09 both override names of a folder count, and the deepest folder with one wins", () => {
  const workspace = {
    ...overridden,
    "RIVUMI.override.md": "Root override.",
    "packages/app/RIVUMI.override.md": "Second override.",
  };
  const assembly = assembleRivumi({ scenario: app, workspace });
  expect(shownSources(assembly)).toEqual([
    "packages/app/AGENTS.override.md",
    "packages/app/RIVUMI.override.md",
  ]);
});

test("RIV-09 a blank override overrides nothing", () => {
  const workspace = { ...overridden, "packages/app/AGENTS.override.md": " \n" };
  const assembly = assembleRivumi({ scenario: app, workspace });
  expect(shownSources(assembly)).toEqual(["AGENTS.md", "packages/app/RIVUMI.md"]);
  const blank = sourcesOf(assembly, "instructions").find(
    ({ path }) => path === "packages/app/AGENTS.override.md",
  );
  expect(blank).toMatchObject({ status: "skipped", reason: "is blank" });
});

test("RIV-10 the diagnostics list active and suppressed sources, with the reason of a suppression", () => {
  const workspace = {
    ...overridden,
    "packages/RIVUMI.md": "Packages.",
    "packages/app/x/AGENTS.md": "Deeper.",
  };
  const assembly = assembleRivumi({ scenario: { cwd: `${root}/packages/app/x` }, home: user, workspace });
  const by = "replaced by deeper project override packages/app/AGENTS.override.md";
  expect(bodyOf(assembly, "memory")!.split("\n")).toEqual([
    "[instruction-source-priority-v1]",
    `- active user ${userFile}`,
    `- suppressed project AGENTS.md: ${by}`,
    `- suppressed project packages/RIVUMI.md: ${by}`,
    "- active project_override packages/app/AGENTS.override.md",
    "- active project packages/app/x/AGENTS.md",
  ]);
});

test("RIV-10 each source names the override that replaced it, an override too; a blank file was never one", () => {
  const assembly = assembleRivumi({
    scenario: app,
    workspace: {
      "AGENTS.md": "Root.",
      "RIVUMI.md": "\n",
      "packages/AGENTS.override.md": "One.",
      "packages/app/AGENTS.override.md": "Two.",
      "packages/app/RIVUMI.override.md": "Three.",
    },
  });
  expect(bodyOf(assembly, "memory")!.split("\n").slice(1)).toEqual([
    "- suppressed project AGENTS.md: replaced by deeper project override packages/AGENTS.override.md",
    "- suppressed project_override packages/AGENTS.override.md: replaced by deeper project override packages/app/AGENTS.override.md, packages/app/RIVUMI.override.md",
    "- active project_override packages/app/AGENTS.override.md",
    "- active project_override packages/app/RIVUMI.override.md",
  ]);
});

test("RIV-10 the explanation has what the diagnostics leave out", () => {
  const assembly = assembleRivumi({ scenario: app, workspace: overridden });
  expect(sourcesOf(assembly, "instructions")).toContainEqual(
    expect.objectContaining({
      path: "packages/app/RIVUMI.md",
      status: "skipped",
      reason: "is beside the override packages/app/AGENTS.override.md",
    }),
  );
});

test("RIV-11 the diagnostics follow the entries of the memory section", () => {
  const assembly = assembleRivumi({
    workspace: { "AGENTS.md": "Root." },
    home: remembered(row({ description: "Be brief." })),
  });
  expect(bodyOf(assembly, "memory")).toBe(
    "Known context from explicit /remember entries:\n- [user] Be brief.\n\n[instruction-source-priority-v1]\n- active project AGENTS.md",
  );
});

test("RIV-11 without an entry the memory section is the diagnostics alone", () => {
  const assembly = assembleRivumi({ workspace: { "AGENTS.md": "Root." } });
  expect(bodyOf(assembly, "memory")).toBe("[instruction-source-priority-v1]\n- active project AGENTS.md");
});

test("RIV-14 instructions stand under one line, each with its source: relative for the project, absolute for the user", () => {
  const assembly = assembleRivumi({
    scenario: { ...app, values: { rivumi_user_instructions: `${root}/mine/rules.md` } },
    workspace: {
      "mine/rules.md": "\nUser guidance.\n\n",
      "AGENTS.md": "\n\n# Root\n\n- One.\n",
      "packages/app/RIVUMI.md": "App.\n",
    },
  });
  expect(bodyOf(assembly, "instructions")).toBe(
    [
      "Additional instructions from configured files:",
      `\nSource: ${root}/mine/rules.md\nUser guidance.`,
      "\nSource: AGENTS.md\n# Root\n\n- One.",
      "\nSource: packages/app/RIVUMI.md\nApp.",
    ].join("\n"),
  );
});
