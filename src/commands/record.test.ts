import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { simpleGit } from "simple-git";
import { describe, expect, test } from "vitest";
import { aRepository, refusal, strata } from "./testing.ts";
import { assembleJson, sha256 } from "./testing-assembly.ts";

const one = ["--profile", "main", "--model", "reader:bm25"];
const file = ".strata/sessions.jsonl";

const recordsIn = (folder: string): Record<string, unknown>[] =>
  readFileSync(`${folder}/${file}`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("a start records the prompt that assemble prints, and prints the session's id", async () => {
  await using other = await aRepository();
  const { code, stdout } = await strata(other.path, ["record", "--session", "s-1", ...one]);
  expect([code, stdout]).toEqual([0, "s-1\n"]);
  const [assembly] = await assembleJson(other.path, ...one);
  const [record] = recordsIn(other.path);
  const { recipeHash, hash, prefixHash, toolsHash } = assembly!;
  expect(record).toMatchObject({
    ...{ strata: 1, event: "start", session: "s-1", time: "2026-03-30T12:00:00.000Z" },
    ...{ stack: "mini", variant: "default", profile: "main", model: "reader:bm25", scenario: "desk" },
    ...{ recipeHash, hash, maskedHash: hash, prefixHash, toolsHash, git: null, text: false },
  });
  expect(record!["sources"]).toContainEqual({
    ...{ layer: "memory", scope: "project", path: "DESK.md" },
    sourceHash: sha256(readFileSync(other.getPath("corpus/scenarios/desk/workspace/desk.md.txt"))),
  });
});

test("without an id a session gets a new one each time", async () => {
  await using other = await aRepository();
  const first = await strata(other.path, ["record", ...one]);
  const second = await strata(other.path, ["record", ...one]);
  expect(first.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
  expect(first.stdout).not.toBe(second.stdout);
  expect(recordsIn(other.path).map(({ session }) => `${String(session)}\n`)).toEqual([
    first.stdout,
    second.stdout,
  ]);
});

test("later events are lines of the same session, and only hashes of who it was", async () => {
  await using other = await aRepository();
  const record = (...argv: string[]) => strata(other.path, ["record", "--session", "s-1", ...argv]);
  await record(...one, "--assign", "tone:brief", "--cluster", "user-17");
  await record("--event", "reload", "--layer", "memory");
  await record("--event", "compaction", ...one);
  await record("--event", "outcome", "--value", "pass", "--cluster", "user-17");
  await record("--event", "outcome", "--value", "0.25");
  const [start, reload, compaction, ...outcomes] = recordsIn(other.path);
  expect(start).toMatchObject({ assignment: { experiment: "tone", variant: "brief", random: true } });
  expect(reload).toEqual({
    ...{ strata: 1, event: "reload", session: "s-1", time: "2026-03-30T12:00:00.000Z", layer: "memory" },
  });
  expect(compaction).toMatchObject({ event: "compaction", prompt: { hash: start!["hash"] } });
  expect(outcomes).toMatchObject([{ value: "pass", cluster: start!["cluster"] }, { value: 0.25 }]);
  expect(start!["cluster"]).toMatch(/^sha256:/);
  expect(readFileSync(other.getPath(file), "utf8")).not.toContain("user-17");
});

test("with STRATA_CLUSTER_KEY who it was can be checked only with the key", async () => {
  await using other = await aRepository();
  const outcome = [
    "record",
    "--session",
    "s",
    "--event",
    "outcome",
    "--value",
    "fail",
    "--cluster",
    "user-17",
  ];
  await strata(other.path, outcome, { env: { STRATA_CLUSTER_KEY: "key" } });
  // Python: hmac.new(b"key", b"user-17", "sha256")
  expect(recordsIn(other.path)[0]!["cluster"]).toBe(
    "hmac-sha256:d50c2368e78c3cfce8119584a0ba20582cf407110154a1c927fca7dd0906f842",
  );
});

test("--with-text keeps the bytes, once, and nobody else may read them", async () => {
  await using other = await aRepository();
  await strata(other.path, ["record", ...one]);
  expect(readdirSync(other.getPath(".strata")).toSorted()).toEqual([".gitignore", "sessions.jsonl"]);
  await strata(other.path, ["record", ...one, "--with-text"]);
  const [, record] = recordsIn(other.path);
  const hex = String(record!["hash"]).slice("sha256:".length);
  const object = other.getPath(".strata/objects", hex.slice(0, 2), hex);
  expect(sha256(readFileSync(object))).toBe(record!["hash"]);
  expect(statSync(object).mode & 0o077).toBe(0);
  const count = readdirSync(other.getPath(".strata/objects"), { recursive: true }).length;
  await strata(other.path, ["record", ...one, "--with-text"]);
  expect(readdirSync(other.getPath(".strata/objects"), { recursive: true })).toHaveLength(count);
});

test("--json prints the record", async () => {
  await using other = await aRepository();
  const { stdout } = await strata(other.path, ["record", "--json", ...one]);
  expect(JSON.parse(stdout)).toEqual({ schema: 1, record: recordsIn(other.path)[0] });
});

test("the commit of the prompts stands in the record, and whether they were edited since", async () => {
  await using other = await aRepository();
  const git = simpleGit(other.path);
  await git.init().addConfig("user.name", "T").addConfig("user.email", "t@example.com");
  await git.add(".").commit("first");
  const commit = (await git.revparse(["HEAD"])).trim();
  await strata(other.path, ["record", ...one]);
  // The records themselves are no change.
  await strata(other.path, ["record", ...one]);
  appendFileSync(other.getPath("prompts/mini/core.md"), "More.\n");
  await strata(other.path, ["record", ...one]);
  expect(recordsIn(other.path).map((record) => record["git"])).toEqual([
    { commit, dirty: false },
    { commit, dirty: false },
    { commit, dirty: true },
  ]);
});

test("a record goes on behind a torn line", async () => {
  await using other = await aRepository({ [file]: '{"event":"st' });
  await strata(other.path, ["record", "--session", "s", "--event", "compaction"]);
  expect(readFileSync(other.getPath(file), "utf8")).toMatch(/^\{"event":"st\n\{"event":"compaction".*\}\n$/);
});

test("a broken case is no reason to lose a session's record", async () => {
  await using other = await aRepository({ "corpus/cases/mini/cases.yaml": "strata: 2\n" });
  expect(await strata(other.path, ["record", ...one])).toMatchObject({ code: 0, stderr: "" });
  const elsewhere = ["record", ...one, "--scenario", "bare"];
  expect(await strata(other.path, elsewhere)).toMatchObject({ code: 0, stderr: "" });
});

describe("what cannot be recorded", () => {
  test.each<[string, string[], string, string[]]>([
    ["several prompts", [], "several-prompts", ["--profile (main, review)", "--model ("]],
    ["an unknown stack", ["--stack", "minni"], "unknown-stack", ["minni", "mini"]],
    ["an unknown profile", ["--profile", "man"], "unknown-profile", ["man", "main"]],
    ["an unknown model", ["--model", "reader:bm26"], "unknown-model", ["reader:bm25"]],
    ["an unknown scenario", [...one, "--scenario", "dsk"], "unknown-scenario", ["dsk", "desk"]],
    ["an unknown event", ["--event", "outcom"], "unknown-event", ["outcom", 'Did you mean "outcome"?']],
    ["an outcome without a value", ["--session", "s", "--event", "outcome"], "needs-value", ["--value"]],
    [
      "an outcome above 1",
      ["--session", "s", "--event", "outcome", "--value", "1.5"],
      "bad-outcome",
      ["1.5"],
    ],
    ["an outcome below 0", ["--session", "s", "--event", "outcome", "--value=-1"], "bad-outcome", ["-1"]],
    [
      "an outcome in words",
      ["--session", "s", "--event", "outcome", "--value", "ok"],
      "bad-outcome",
      ["pass, fail"],
    ],
    ["an event of no session", ["--event", "compaction"], "needs-session", ["--session"]],
    ["a session with a blank", [...one, "--session", "a b"], "bad-session", ["a b"]],
    ["a value of a start", [...one, "--value", "pass"], "idle-option", ["--value", "start"]],
    [
      "text of an outcome",
      ["--session", "s", "--event", "outcome", "--value", "1", "--with-text"],
      "idle-option",
      ["--with-text"],
    ],
    ["half an assignment", [...one, "--assign", "tone"], "bad-assignment", ["EXPERIMENT:VARIANT"]],
  ])("%s is refused, and nothing is written", async (_, argv, code, says) => {
    await using other = await aRepository();
    const refused = await refusal(other.path, ["record", ...argv]);
    expect(refused.code).toBe(code);
    for (const word of says) expect(refused.complaints[0]!.message).toContain(word);
    expect(existsSync(other.getPath(".strata"))).toBe(false);
  });

  test("all of it is said at once", async () => {
    await using other = await aRepository();
    const argv = ["record", "--event", "outcome", "--session", "a b", "--layer", "x"];
    const { complaints } = await refusal(other.path, argv);
    expect(complaints).toHaveLength(3);
  });

  test("a folder that cannot be written to is said by name", async () => {
    await using other = await aRepository({ ".strata": "a file" });
    const { code, complaints } = await refusal(other.path, ["record", ...one]);
    expect([code, complaints[0]!.message]).toEqual(["cannot-write", expect.stringContaining(".strata")]);
  });
});
