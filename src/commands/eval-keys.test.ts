import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { aRepository, type Changes, edit, edited, type IoChanges, strata } from "./testing.ts";
import { readRun } from "./testing-run.ts";

const stack = "prompts/mini/stack.yaml";
const core = "prompts/mini/core.md";
const cases = "corpus/cases/mini/cases.yaml";

/** Keys by what a trial is: case, profile, model, repeat. */
async function keys(changes: Changes, argv: readonly string[] = [], io: IoChanges = {}) {
  await using repository = await aRepository(changes);
  await strata(repository.path, ["eval", ...argv], io);
  const { trials } = readRun(repository.path);
  const by = (key: "requestKey" | "gradeKey", only: (id: string) => boolean = () => true) =>
    Object.fromEntries(
      trials
        .filter((trial) => only(trial.case))
        .map((trial) => [`${trial.case} ${trial.profile} ${trial.model} ${trial.repeat}`, trial[key]])
        .toSorted(),
    );
  return {
    requests: by("requestKey"),
    grades: by("gradeKey"),
    gradesOf: (id: string) => by("gradeKey", (one) => one === id),
  };
}

/** Whether no value of one is the value of the same name in the other. */
function allDiffer(a: Record<string, string>, b: Record<string, string>): boolean {
  expect(Object.keys(a)).toEqual(Object.keys(b));
  return Object.keys(a).every((name) => a[name] !== b[name]);
}

const base = keys({});

test("two runs of one corpus have equal keys, whatever the clock, the chance and the folder", async () => {
  const { requests, grades } = await keys({}, [], {
    now: () => new Date("2030-01-01T00:00:00Z"),
    random: () => 0.5,
  });
  expect(requests).toEqual((await base).requests);
  expect(grades).toEqual((await base).grades);
});

test("editing an assertion changes its grade key and no request key", async () => {
  const changed = await keys({ [cases]: edited(cases, "value: port 7340", "value: '7340'") });
  expect(changed.requests).toEqual((await base).requests);
  expect(allDiffer(changed.gradesOf("till-port"), (await base).gradesOf("till-port"))).toBe(true);
  expect(changed.gradesOf("role-only-for-review")).toEqual((await base).gradesOf("role-only-for-review"));
});

test("the order of an assertion's keys, tags and descriptions changes no key", async () => {
  const swapped = edited(
    cases,
    "      - type: strata:layer-present\n        value: role",
    "      - value: role\n        type: strata:layer-present",
  );
  const changed = await keys({
    [cases]: edit(swapped, "      - memory", "      - remembered\n    description: The port."),
  });
  expect(changed.requests).toEqual((await base).requests);
  expect(changed.grades).toEqual((await base).grades);
});

test("editing the prompt changes every request key and no grade key", async () => {
  const changed = await keys({ [core]: "---\nversion: 1.0.0\n---\nYou keep the till.\n" });
  expect(allDiffer(changed.requests, (await base).requests)).toBe(true);
  expect(changed.grades).toEqual((await base).grades);
});

test("raising a version without changing a byte changes no request key", async () => {
  const changed = await keys({ [core]: edited(core, "version: 1.0.0", "version: 1.0.1") });
  expect(changed.requests).toEqual((await base).requests);
});

test("a profile's layer is in the keys of that profile alone", async () => {
  const changed = await keys({ "prompts/mini/profiles/review.md": "---\nversion: 2.0.0\n---\nYou judge.\n" });
  const { requests } = await base;
  const moved = Object.keys(requests).filter((name) => changed.requests[name] !== requests[name]);
  expect(moved).toEqual(Object.keys(requests).filter((name) => name.includes(" review ")));
});

test("editing the input, the tools or the user's prefix changes the request key", async () => {
  const { requests } = await base;
  const asked = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("till-port")));
  const prefix =
    "\n  - { id: prefix, tier: session, channel: user_prefix, source: { file: core.md } }\n\nprofiles:";
  const edits: Changes[] = [
    { [cases]: edited(cases, "On which port does", "Which port is it where") },
    { [stack]: edited(stack, "description: Read a file.", "description: Reads a file.") },
    { [stack]: edited(stack, "\nprofiles:", prefix) },
  ];
  for (const changes of edits) {
    expect(allDiffer(asked((await keys(changes)).requests), asked(requests))).toBe(true);
  }
});

test("the repeat index is part of the request key", async () => {
  const repeated = await keys({}, ["--repeat", "3"]);
  const { requests } = await base;
  for (const [name, key] of Object.entries(requests)) {
    const of = [1, 2, 3].map((repeat) => repeated.requests[name.replace(/1$/, String(repeat))]);
    expect(of[0]).toBe(key);
    expect(new Set(of).size).toBe(3);
  }
});

test("models that the prompt does not tell apart share a request, of one answering model", async () => {
  const { requests } = await base;
  expect(new Set(Object.values(requests)).size).toBe(3); // two prompts asked, one only assembled
  // Nothing is called in replay mode, and the keys are the same.
  const other = await keys({}, ["--answer", "anthropic:claude-haiku-4-5-20251001", "--mode", "replay"]);
  expect(other.requests["till-port main reader:bm25 1"]).not.toBe(requests["till-port main reader:bm25 1"]);
});

test("editing a layer of another channel changes the request key of a case that looks at the assembly", async () => {
  const reminder =
    "\n  - { id: reminder, tier: session, channel: injected, source: { file: reminder.md } }\n\nprofiles:";
  const with_ = (text: string): Changes => ({
    [stack]: edited(stack, "\nprofiles:", reminder),
    "prompts/mini/reminder.md": `---\nversion: 1.0.0\n---\n${text}\n`,
    [cases]: edited(
      cases,
      "type: strata:layer-present\n        value: role",
      "type: strata:layer-contains\n        layer: reminder\n        value: Count",
    ),
  });
  const name = "role-only-for-review review reader:bm25 1";
  const [before, after] = [await keys(with_("Count.")), await keys(with_("Count twice."))];
  expect(after.requests[name]).not.toBe(before.requests[name]);
});

test("run.json names the commit, and whether the tree has changes", async () => {
  await using repository = await aRepository({ ".gitignore": "reports/\n" });
  const git = (...argv: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false", ...argv],
      {
        cwd: repository.path,
        encoding: "utf8",
      },
    ).trim();
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  await strata(repository.path, ["eval"]);
  expect(readRun(repository.path).run).toMatchObject({ commit: git("rev-parse", "HEAD"), dirty: false });
  await repository.writeFile(core, "---\nversion: 1.0.0\n---\nYou keep the till.\n");
  await strata(repository.path, ["eval"]);
  expect(readRun(repository.path).run).toMatchObject({ commit: git("rev-parse", "HEAD"), dirty: true });
  expect(readRun(repository.path).summary).toMatchObject({ commit: git("rev-parse", "HEAD"), dirty: true });
});
