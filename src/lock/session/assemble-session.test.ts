import { existsSync, readFileSync } from "node:fs";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";
import { aScenario } from "../../assemble/testing.ts";
import { diskTree, loadPrompts, memoryTree } from "../../load/index.ts";
import { isUserError } from "../../util/index.ts";
import { readRecordsFile } from "../records/index.ts";
import { assembleSession, type SessionOptions } from "./assemble-session.ts";

const stack = {
  ...{ strata: 1, id: "desk", description: "A desk.", reference: "reference", separator: "\n\n", end: "\n" },
  tiers: [
    { id: "core", promise: "build" },
    { id: "session", promise: "session", cached: false },
  ],
  tools: { read: {}, pay: { mutates: true } },
  inputs: { name: { type: "text", default: "Desk" }, skills: { type: "list", default: [] } },
  layers: [
    { id: "core", tier: "core", vars: ["name"], source: { file: "core.md" }, steps: [{ transform: "trim" }] },
    {
      id: "day",
      tier: "session",
      vars: ["date", "os", "cwd", "git_branch"],
      source: { file: "day.md" },
      steps: [{ transform: "trim" }],
    },
    {
      ...{ id: "notes", tier: "session" },
      source: {
        ranked: {
          order: ["own", "mine"],
          entries: { own: { path: "{{workspace}}/NOTES.md" }, mine: { path: "{{home}}/me.md" } },
        },
      },
      steps: [{ guard: ["utf8"] }],
    },
    { id: "hint", tier: "session", channel: "user_prefix", source: { path: "{{managed}}/hint.md" } },
  ],
  profiles: { clerk: { tools: "all" } },
};

const files = {
  "prompts/models.yaml": JSON.stringify({
    strata: 1,
    models: [{ id: "acme:one", pinned: true, window: 1000 }],
  }),
  "prompts/desk/stack.yaml": JSON.stringify(stack),
  "prompts/desk/core.md": "---\nversion: 1.2.0\n---\nYou are {{name}}.\n",
  "prompts/desk/day.md": "---\nversion: 1.0.0\n---\n{{date}} on {{os}} in {{cwd}}, branch {{git_branch}}.\n",
  ...(aScenario() as Record<string, string>),
  "shop/NOTES.md": "Parcels at 16:40.",
  "home/me.md": "Call me Ann.",
};

const now = new Date("2026-03-30T12:00:00Z");

function options(root: string, more: Partial<SessionOptions> = {}): SessionOptions {
  return {
    ...{ root, stack: "desk", profile: "clerk", model: "acme:one", record: { now } },
    world: {
      ...{ workspace: `${root}/shop`, home: `${root}/home`, os: "linux", shell: "bash" },
      ...{ clock: "2026-03-30T14:30:00+02:00", git: "none" as const },
    },
    ...more,
  };
}

test("one call gives the prompt of real folders, and its record", async () => {
  await using folder = await createFixture(files);
  const root = folder.path.replace(/\/$/, "");
  const { session, prompt, record } = await assembleSession(
    options(root, { session: "s-1", values: { name: "Ada" } }),
  );
  expect(session).toBe("s-1");
  expect(prompt).toEqual({
    system: `You are Ada.\n\n2026-03-30 on linux in ${root}/shop, branch .\n\nParcels at 16:40.\n\nCall me Ann.\n`,
    prefix: "You are Ada.",
    channels: {},
    tools: [
      { name: "read", mutates: false },
      { name: "pay", mutates: true },
    ],
  });
  expect(readRecordsFile(folder.getPath(".strata/sessions.jsonl")).records).toEqual([record]);
  expect(record).toMatchObject({
    ...{ session: "s-1", time: now.toISOString(), stack: "desk", scenario: "live", git: null },
    sources: [{ path: "NOTES.md" }, { path: "~/me.md" }],
  });
  const written = readFileSync(folder.getPath(".strata/sessions.jsonl"), "utf8");
  for (const word of ["Ann", "Parcels", "Ada", root]) expect(written).not.toContain(word);
});

test("each session reads its folders anew, and prompts that were loaded before are not read again", async () => {
  await using folder = await createFixture(files);
  const { prompts } = loadPrompts(diskTree(folder.path));
  await folder.writeFile("prompts/desk/core.md", "broken");
  const first = await assembleSession(options(folder.path, { prompts, record: null }));
  await folder.writeFile("shop/NOTES.md", "Parcels at 17:00.");
  const second = await assembleSession(options(folder.path, { prompts, record: null }));
  expect([first.prompt.system.includes("16:40"), second.prompt.system.includes("17:00")]).toEqual([
    true,
    true,
  ]);
  expect([first.record, existsSync(folder.getPath(".strata"))]).toEqual([null, false]);
  expect(first.session).not.toBe(second.session);
});

test("a world of trees needs no disk; a folder that was not given holds nothing", async () => {
  await using folder = await createFixture(files);
  const tree = memoryTree({ "NOTES.md": "From memory." });
  const { prompt } = await assembleSession(
    options(folder.path, {
      record: null,
      world: {
        workspace: { root: "/srv/shop", tree },
        managed: { root: "/etc/desk", tree: memoryTree({ "hint.md": "Be kind." }) },
        ...{ os: "linux", shell: "bash", clock: "2026-03-30T14:30:00Z" },
        git: { root: "/srv/shop", branch: "main", dirty: 0 },
      },
    }),
  );
  expect(prompt.system).toBe(
    "You are Desk.\n\n2026-03-30 on linux in /srv/shop, branch main.\n\nFrom memory.\n",
  );
  expect(prompt.channels).toEqual({ user_prefix: "Be kind." });
});

test("without a clock the date is that of the record's time, on this machine's wall", async () => {
  await using folder = await createFixture(files);
  const { clock: _, ...world } = options(folder.path).world;
  const { prompt } = await assembleSession(options(folder.path, { world }));
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  expect(prompt.system).toContain(
    `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")} on`,
  );
});

test("options of the record hold: another folder, with text, an assignment", async () => {
  await using folder = await createFixture(files);
  const assignment = { experiment: "tone", variant: "default", random: true };
  const record = { now, dir: folder.getPath("elsewhere"), withText: true };
  await assembleSession(options(folder.path, { record, assignment, cluster: "user-17" }));
  expect(existsSync(folder.getPath("elsewhere/objects"))).toBe(true);
  const { records } = readRecordsFile(folder.getPath("elsewhere/sessions.jsonl"));
  expect(records).toMatchObject([{ assignment, text: true, cluster: expect.stringMatching(/^sha256:/) }]);
});

describe("what cannot be assembled is refused, and nothing is recorded", () => {
  test.each<[string, Partial<SessionOptions>, string[]]>([
    ["an unknown stack and model", { stack: "desc", model: "acme:on" }, ["unknown-model", "unknown-stack"]],
    ["an unknown variant", { variant: "x" }, ["unknown-variant"]],
    ["an unknown profile", { profile: "clerc" }, ["unknown-profile"]],
    ["an unknown value", { values: { nme: "Ada" } }, ["unknown-input"]],
    [
      "a value of another type",
      { values: { skills: "one", name: ["Ada"] } },
      ["wrong-input-type", "wrong-input-type"],
    ],
    [
      "a folder that is not there",
      { world: { workspace: "/nonexistent/x", os: "", shell: "" } },
      ["no-folder"],
    ],
    ["a session that cannot be named so", { session: "a b" }, ["bad-session"]],
  ])("%s", async (_, more, kinds) => {
    await using folder = await createFixture(files);
    const thrown: unknown = await assembleSession(options(folder.path, more)).catch(
      (error: unknown) => error,
    );
    expect(isUserError(thrown) && thrown.findings.map(({ kind }) => kind)).toEqual(kinds);
    expect(existsSync(folder.getPath(".strata"))).toBe(false);
  });

  test("a file that the stack's guards refuse", async () => {
    await using folder = await createFixture({ ...files, "shop/NOTES.md": Buffer.from([0xff]) });
    const guarded = {
      ...stack,
      layers: stack.layers.map((one) =>
        one.id === "notes"
          ? {
              ...one,
              source: { path: "{{workspace}}/NOTES.md", steps: [{ guard: ["utf8"], onFail: "error" }] },
              steps: [],
            }
          : one,
      ),
    };
    await folder.writeFile("prompts/desk/stack.yaml", JSON.stringify(guarded));
    const thrown: unknown = await assembleSession(options(folder.path)).catch((error: unknown) => error);
    expect(isUserError(thrown) && thrown.findings.map(({ kind }) => kind)).toEqual(["guard-failed"]);
    expect(existsSync(folder.getPath(".strata"))).toBe(false);
  });
});
