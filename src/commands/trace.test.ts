import { afterAll, describe, expect, test } from "vitest";
import { aGitFolder } from "../load/testing-git.ts";
import { aRepository, edited, strata } from "./testing.ts";
import { sha256 } from "./testing-assembly.ts";
import { miniRepository } from "./testing-files.ts";
import { aLocked, lockFile, read, removeTemplate, write } from "./testing-lock.ts";

afterAll(removeTemplate);

const core = "prompts/mini/core.md";
const review = "prompts/mini/profiles/review.md";
const model = "anthropic:claude-haiku-4-5-20251001";
const textOf = (file: typeof core | typeof review) => miniRepository[file].split("---\n")[2]!;

interface Locked {
  recipeHash: string;
  models: Record<string, { hash: string; prefixHash: string; layers: string[] }>;
}

/** What the lock on disk says of profile review. */
function locked(repository: { path: string }): Locked & Locked["models"][string] {
  const { stacks } = JSON.parse(read(repository, lockFile));
  const profile: Locked = stacks.mini.variants.default.profiles.review;
  return { ...profile, ...profile.models[model]! };
}

async function traceJson(cwd: string, hash: string) {
  const { code, stdout } = await strata(cwd, ["trace", hash, "--json"]);
  return { code, ...JSON.parse(stdout) };
}

describe("in history", () => {
  test("the recipe of a text that was replaced gives its commits, and every layer file byte for byte", async () => {
    await using repository = await aLocked();
    const old = locked(repository);
    const first = repository.git("rev-list", "--max-parents=0", "HEAD").trim();
    write(repository, review, edited(review, "judge", "weigh"));
    await strata(repository.path, ["lock", "--bump", "patch"]);
    const ended = await repository.commit({}, "Weigh");
    await repository.commit({ "README.md": "Three\n" });

    const short = old.recipeHash.slice("sha256:".length, "sha256:".length + 8);
    const trace = await traceJson(repository.path, short);
    expect(trace).toMatchObject({
      ...{ code: 0, schema: 1, found: true, hash: old.recipeHash, inWorkingTree: false },
      uses: [{ kind: "recipe", stack: "mini", variant: "default", profile: "review" }],
      layers: ["core@1.0.0", "role@2.0.0", "environment@1.1.0", "skills", "memory"],
      spans: [
        {
          from: {
            commit: first,
            author: "Ada Example",
            subject: "One",
            date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          },
          until: { commit: ended, author: "Ada Example", subject: "Weigh" },
        },
      ],
    });
    expect(
      trace.files.map(({ file, text, version }: Record<string, string>) => [file, version, text]),
    ).toEqual([
      [core, "1.0.0", textOf(core)],
      [review, "2.0.0", textOf(review)],
      [
        "prompts/mini/environment.md",
        "1.1.0",
        miniRepository["prompts/mini/environment.md"].split("---\n")[2],
      ],
    ]);
    for (const { text, sourceHash } of trace.files) expect(sha256(text)).toBe(sourceHash);

    const { stdout } = await strata(repository.path, ["trace", old.recipeHash]);
    expect(stdout).toContain(`since    ${first.slice(0, 12)} `);
    expect(stdout).toContain(`until    ${ended.slice(0, 12)} `);
    expect(stdout).toContain(`==> ${review} 2.0.0 <==\n${textOf(review)}`);
  });

  test("system text, prefix and layer of an old commit come back as the bytes that their hash is of", async () => {
    await using repository = await aLocked();
    const old = locked(repository);
    const role = old.layers.find((line) => line.startsWith("role@"))!.split(" ")[1]!;
    write(repository, review, edited(review, "judge", "weigh"));
    await strata(repository.path, ["lock", "--bump", "patch"]);
    await repository.commit();
    for (const hash of [old.hash, old.prefixHash, role]) {
      const { code, stdout } = await strata(repository.path, ["trace", hash, "--text"]);
      expect({ code, hash: sha256(stdout) }).toEqual({ code: 0, hash });
    }
    // The layer's heading, a line end, and the file.
    expect((await strata(repository.path, ["trace", role, "--text"])).stdout).toBe(
      `## Role\n${textOf(review)}`,
    );
  });

  test("a hash that came back has two spans, and the second is not over", async () => {
    await using repository = await aLocked();
    const { recipeHash } = locked(repository);
    const lock = read(repository, lockFile);
    await repository.commit({ [review]: edited(review, "judge", "weigh") });
    await strata(repository.path, ["lock"]);
    const out = await repository.commit({}, "Out");
    const back = await repository.commit({ [review]: miniRepository[review], [lockFile]: lock }, "Back");
    const { spans, inWorkingTree } = await traceJson(repository.path, recipeHash);
    expect(inWorkingTree).toBe(true);
    expect(spans).toMatchObject([{ until: { commit: out } }, { from: { commit: back }, until: null }]);
  });

  test("a layer file's own hash, with its text that was committed after its lock", async () => {
    await using repository = await aLocked();
    write(repository, core, edited(core, "count", "add"));
    await strata(repository.path, ["lock", "--bump", "patch"]);
    const text = read(repository, core);
    write(repository, core, miniRepository[core]);
    await repository.commit({}, "The lock alone");
    await repository.commit({ [core]: text }, "The text");
    await strata(repository.path, ["lock"]);
    await repository.commit({ [core]: miniRepository[core] });
    await strata(repository.path, ["lock"]);
    await repository.commit();
    const body = text.split("---\n")[2]!;
    const { code, stdout } = await strata(repository.path, ["trace", sha256(body), "--text"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: body });
  });
});

test("a shallow clone says that its history is cut off", async () => {
  await using repository = await aLocked();
  const { recipeHash } = locked(repository);
  repository.git("clone", "--quiet", "--depth", "1", `file://${repository.path}`, `${repository.path}/clone`);
  const trace = await traceJson(`${repository.path}/clone`, recipeHash);
  // What the clone has is its last commit alone, which did not bring the hash.
  expect(trace.spans).toMatchObject([{ from: { subject: "Two" }, until: null }]);
  expect(trace.findings).toMatchObject([{ kind: "cut-history", severity: "warning" }]);
  const unknown = await strata(`${repository.path}/clone`, ["trace", "0".repeat(64)]);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain("every commit of the lock in this clone");
});

describe("on disk", () => {
  test("what is not committed is found as well, and said to be so", async () => {
    await using repository = await aLocked();
    write(repository, review, edited(review, "judge", "weigh"));
    await strata(repository.path, ["lock", "--bump", "patch"]);
    const { recipeHash } = locked(repository);
    const { stdout, code } = await strata(repository.path, ["trace", recipeHash]);
    expect(code).toBe(0);
    expect(stdout).toContain("the working tree has it, and the lock of HEAD has not");
    expect(stdout).toContain("You weigh a change and change nothing.\n");
  });

  test("outside git the prompts on disk are searched, and that is said", async () => {
    await using repository = await aRepository();
    await strata(repository.path, ["lock"]);
    const { code, stderr } = await strata(repository.path, ["trace", locked(repository).recipeHash]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "info  this is not a git repository, so only what is on disk was searched.\n",
    });
  });

  test("prompts that do not load do not keep history from being searched", async () => {
    await using repository = await aLocked();
    const { recipeHash } = locked(repository);
    write(repository, "prompts/mini/stack.yaml", "strata: 9\n");
    const { code, stdout, stderr } = await strata(repository.path, ["trace", recipeHash]);
    expect(code).toBe(0);
    expect(stdout).toContain("recipe of mini@default/review");
    expect(stderr).toContain("warning  prompts/mini/stack.yaml:1  the prompts on disk were not searched");
  });
});

describe("what is no answer", () => {
  test.each([["12345"], ["xyzxyz"], ["sha256:"], ["0".repeat(65)]])("%s is no hash", async (given) => {
    await using repository = await aRepository();
    const { code, stderr } = await strata(repository.path, ["trace", given]);
    expect(code).toBe(2);
    expect(stderr).toContain("Give at least six hex digits");
  });

  test("digits that begin several hashes list them, each with what it is", async () => {
    const lock = { strata: 1, lock: 1, models: {}, stacks: {} as Record<string, unknown> };
    const of = (digits: string) => `sha256:abcdef${digits.repeat(58)}`;
    const contracts = { one: of("0"), two: of("1") };
    lock.stacks["mini"] = { reference: "desk", layers: {}, contracts, variants: {} };
    await using repository = await aRepository({ [lockFile]: JSON.stringify(lock) });
    const { code, stdout, stderr } = await strata(repository.path, ["trace", "ABCDEF"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${of("0")} (output contract mini/one); ${of("1")} (output contract mini/two)`);
    expect((await strata(repository.path, ["trace", "abcdef0"])).code).toBe(0);
  });

  test("a hash that nothing bears: exit 1, what was searched, and the nearest", async () => {
    await using repository = await aLocked();
    const { recipeHash } = locked(repository);
    const near = `${recipeHash.slice(0, 20)}${"0".repeat(51)}`;
    const { code, stdout, stderr } = await strata(repository.path, ["trace", near]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(
      "Searched: the prompts on disk and their lock, every commit of the lock, 0 session records.",
    );
    expect(stderr).toContain(`Nearest: ${recipeHash.slice(0, 19)} (recipe of mini@default/review)`);
    expect(await traceJson(repository.path, near)).toMatchObject({
      code: 1,
      found: false,
      searched: { length: 3 },
    });
  });
});

describe("from a session", () => {
  const memory = { "corpus/scenarios/bare/workspace/DESK.md": "- The bell is broken.\n" };
  const record = (cwd: string, ...argv: string[]) =>
    strata(cwd, [
      "record",
      "--stack",
      "mini",
      "--profile",
      "review",
      "--model",
      model,
      "--session",
      "s1",
      ...argv,
    ]);

  test.each([
    [[], "template", "missing"],
    [["--with-text"], "exact", "exact"],
  ])(
    "%j: static layers come from git, the others from the object store if it has them",
    async (argv, rendered, made) => {
      await using repository = await aLocked();
      // A session in another world than the reference scenario.
      await repository.commit(memory);
      const recorded = await record(repository.path, "--scenario", "bare", "--json", ...argv);
      expect(recorded.code).toBe(0);
      const { hash } = JSON.parse(recorded.stdout).record;
      await repository.commit({ [core]: edited(core, "1.0.0", "1.0.1").replace("count", "add") });
      await strata(repository.path, ["lock"]);
      await repository.commit();
      const trace = await traceJson(repository.path, hash);
      expect(trace).toMatchObject({
        ...{ code: 0, hash, uses: [] },
        sessions: [
          {
            session: "s1",
            as: expect.arrayContaining(["hash", "maskedHash"]),
            stack: "mini",
            profile: "review",
            model,
          },
        ],
      });
      const states = Object.fromEntries(
        trace.sessionLayers.map(({ id, state }: Record<string, string>) => [id, state]),
      );
      expect(states).toEqual({ core: "exact", role: "exact", environment: rendered, memory: made });
      const kept = argv.length > 0;
      expect(trace.text === null ? null : sha256(trace.text)).toBe(kept ? hash : null);
      expect(trace.findings.map(({ kind }: { kind: string }) => kind)).toEqual(kept ? [] : ["object-needed"]);
      expect(trace.sessionLayers[0].text).toBe(
        "You keep the till. Naïve guesses cost money: count, never estimate.",
      );
    },
  );

  test("an object whose bytes do not match its name is not believed, and said by name", async () => {
    await using repository = await aLocked();
    await repository.commit(memory);
    const recorded = await record(repository.path, "--scenario", "bare", "--json", "--with-text");
    const { hash, layers } = JSON.parse(recorded.stdout).record;
    const hex = layers.find(({ id }: { id: string }) => id === "memory").hash.slice("sha256:".length);
    write(repository, `.strata/objects/${hex.slice(0, 2)}/${hex}`, "Other bytes.");
    const { sessionLayers, code } = await traceJson(repository.path, hash);
    expect(code).toBe(0);
    const found = sessionLayers.find(({ id }: { id: string }) => id === "memory");
    expect(found).toMatchObject({ state: "missing", problem: expect.stringContaining(hex) });
    expect(found).not.toHaveProperty("text");
  });

  test("broken lines of the records are counted and stop nothing", async () => {
    await using repository = await aLocked();
    await record(repository.path);
    const file = ".strata/sessions.jsonl";
    write(repository, file, `torn\n${read(repository, file)}{"half":`);
    const { code, stderr } = await strata(repository.path, ["trace", locked(repository).recipeHash]);
    expect(code).toBe(0);
    expect(stderr).toContain("warning  .strata/sessions.jsonl  2 lines are no record");
  });
});

test("a repository without a commit is searched on disk", async () => {
  await using repository = await aGitFolder(miniRepository);
  await strata(repository.path, ["lock"]);
  expect((await strata(repository.path, ["trace", locked(repository).recipeHash])).code).toBe(0);
});
