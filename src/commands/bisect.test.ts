import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { edited, refusal, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aGitRepository, type GitFixture, stateOf } from "./testing-git.ts";

const core = "prompts/mini/core.md";
const cases = "corpus/cases/mini/cases.yaml";

const withRule = edited(
  cases,
  "cases:\n",
  `cases:
  - id: counts
    input: Should you count or estimate?
    profiles: [main]
    models: [reader:bm25]
    assert:
      - { type: contains, value: never estimate }
`,
);

const without = miniRepository[core].replace("count, never estimate", "ask Irina");

interface History {
  repository: GitFixture;
  /** By what happened in them. */
  commits: Record<string, string>;
}

/** Good prompts, edits that do not matter, one that loses the rule, and a broken commit right before it. */
async function aHistory(): Promise<History> {
  const repository = await aGitRepository({ [cases]: withRule });
  const commits: Record<string, string> = { first: repository.git("rev-parse", "HEAD").trim() };
  const environment = miniRepository["prompts/mini/environment.md"];
  for (const i of [1, 2, 3]) {
    commits[`edit${i}`] = await repository.commit({
      "prompts/mini/environment.md": `${environment}- Edit ${i}\n`,
    });
  }
  commits["broken"] = await repository.commit({ [core]: "---\nversion: 1.0.0\nno end\n" });
  commits["other"] = await repository.commit({ [core]: miniRepository[core], "README.md": "Nothing.\n" });
  // What else it changes has nothing to do with it.
  const also = { "prompts/mini/environment.md": `${environment}- Edit 4\n` };
  commits["lost"] = await repository.commit({ [core]: without, ...also }, "Ask Irina");
  for (const i of [5, 6]) {
    commits[`edit${i}`] = await repository.commit({
      "prompts/mini/environment.md": `${environment}- Edit ${i}\n`,
    });
  }
  commits["readme"] = await repository.commit({ "README.md": "More.\n" });
  return { repository, commits };
}

let repository: GitFixture;
let commits: Record<string, string>;

beforeAll(async () => void ({ repository, commits } = await aHistory()));
afterAll(() => repository.files.rm());
beforeEach(() => rmSync(path.join(repository.path, ".strata"), { recursive: true, force: true }));

const ask = (good: string, ...more: string[]) => ["bisect", "--good", good, "--case", "counts", ...more];

test("the first bad commit and its layer are named, and the repository is as it was", async () => {
  const before = stateOf(repository);
  const { code, stdout } = await strata(repository.path, ask(commits["first"]!, "--json"));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ schema: 1, good: commits["first"], cases: ["counts"], lastGood: commits["other"], calls: 0 },
    first: [{ commit: commits["lost"], subject: "Ask Irina", author: "Ada Example" }],
    ...{ layers: ["mini/core"], files: [core], commits: 8 },
    units: [{ case: "counts", combination: "mini@default/main for reader:bm25", good: "1/1", bad: "0/1" }],
  });
  // What it keeps under .strata is ignored.
  expect(existsSync(path.join(repository.path, ".strata/bisect"))).toBe(true);
  expect(stateOf(repository)).toEqual(before);
});

test("a commit that does not assemble is gone around, and said", async () => {
  // Of broken, other and lost the first that is tried is broken.
  const { stdout } = await strata(
    repository.path,
    ask(commits["edit3"]!, "--bad", commits["lost"]!, "--json"),
  );
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ first: [{ commit: commits["lost"] }], commits: 3, tried: 1 },
    skipped: [{ commit: commits["broken"], reason: expect.stringContaining("front matter") }],
  });
});

test("where only skipped commits are between, all of them are named and nothing is decided", async () => {
  await using other = await aGitRepository({ [cases]: withRule });
  const good = other.git("rev-parse", "HEAD").trim();
  const broken = await other.commit({ [core]: "---\nversion: 1.0.0\nno end\n" });
  const bad = await other.commit({ [core]: without });
  const { code, stdout } = await strata(other.path, ask(good));
  expect(code).toBe(3);
  expect(stdout).toContain("one of these 2");
  for (const commit of [broken, bad]) expect(stdout).toContain(commit.slice(0, 12));
  expect(stdout).toContain(`skipped ${broken.slice(0, 12)}`);
});

test("the same command goes on with what is known of the commits", async () => {
  const first = await strata(repository.path, ask(commits["first"]!));
  const folder = path.join(repository.path, ".strata", "bisect");
  const [file = ""] = readdirSync(folder);
  const state = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
  expect(Object.keys(state.probes).length).toBeGreaterThan(3);
  const again = await strata(repository.path, ask(commits["first"]!));
  expect(again.stderr).toContain(`goes on: ${Object.keys(state.probes).length} outcomes are known`);
  expect(again.stdout).toBe(first.stdout);
  const fresh = await strata(repository.path, ask(commits["first"]!, "--fresh"));
  expect(fresh.stderr).not.toContain("goes on");
  // Other ends are another question.
  const other = await strata(repository.path, ask(commits["edit1"]!));
  expect(other.stderr).not.toContain("goes on");
  // So is another world that the case is in.
  const world = path.join(repository.path, "corpus/scenarios/desk/scenario.yaml");
  const text = readFileSync(world, "utf8");
  writeFileSync(world, `${text}# Another day.\n`);
  const elsewhere = await strata(repository.path, ask(commits["first"]!));
  writeFileSync(world, text);
  expect(elsewhere.stderr).not.toContain("goes on");
});

test("--dry-run says what it will take and runs nothing", async () => {
  const { code, stdout, stderr } = await strata(repository.path, ask(commits["first"]!, "--dry-run"));
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  // 8 commits: both ends and at most 3 between.
  expect(stderr).toBe(
    "8 commits touch the prompts: at most 5 are run, no call each; an equal prompt is asked once.\n",
  );
  expect(existsSync(path.join(repository.path, ".strata"))).toBe(false);
});

test("ends that do not fit are refused", async () => {
  const code = async (argv: string[]) => (await refusal(repository.path, argv)).code;
  expect(await code(ask(commits["lost"]!, "--fresh"))).toBe("ends-alike");
  expect(await code(ask("HEAD", "--bad", commits["first"]!))).toBe("not-an-ancestor");
  expect(await code(ask(commits["edit6"]!))).toBe("nothing-between");
  expect(await code(ask("no-such-ref"))).toBe("unknown-ref");
  expect(await code(["bisect", "--good", commits["first"]!, "--case", "count"])).toBe("unknown-case");
  expect(await code(ask(commits["broken"]!, "--fresh"))).toBe("end-not-tried");
});
