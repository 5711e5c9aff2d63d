import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { edited, refusal, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aGitRepository, runGit, stateOf } from "./testing-git.ts";

const review = "prompts/mini/profiles/review.md";
const scenario = "corpus/scenarios/desk/workspace/desk.md.txt";
const cases = "corpus/cases/mini/cases.yaml";
const one = ["--profile", "review", "--model", "reader:bm25"];

test("--ref gives the very bytes of then, world and all, and touches nothing", async () => {
  await using repository = await aGitRepository();
  const then = await strata(repository.path, ["assemble", ...one]);
  expect(then.stdout).toContain("port 7340");
  await repository.commit({
    [review]: edited(review, "nothing", "little"),
    [scenario]: edited(scenario, "7340", "7341"),
  });
  await repository.files.writeFile(review, "broken");
  const before = stateOf(repository);
  expect(await strata(repository.path, ["assemble", "--ref", "HEAD~1", ...one])).toEqual(then);
  const now = await strata(repository.path, ["assemble", "--ref", "HEAD", ...one]);
  expect(now.stdout).toContain("change little.");
  expect(now.stdout).toContain("port 7341");
  expect((await refusal(repository.path, ["assemble", ...one])).code).toBe("missing-version");
  expect(stateOf(repository)).toEqual(before);
});

test("--ref works in a bare repository, a worktree and a subfolder, with equal hashes", async () => {
  await using repository = await aGitRepository();
  await using home = await createFixture();
  const hashes = async (root: string) => {
    const { code, stdout } = await strata(root, ["assemble", "--ref", "HEAD"]);
    expect(code).toBe(0);
    return stdout;
  };
  const expected = await hashes(repository.path);
  runGit(home.path, "clone", "--quiet", "--bare", repository.path, "bare.git");
  expect(await hashes(home.getPath("bare.git"))).toBe(expected);
  repository.git("worktree", "add", "--quiet", "--detach", home.getPath("tree"));
  expect(await hashes(home.getPath("tree"))).toBe(expected);
  await using outer = await createFixture();
  runGit(outer.path, "init", "--quiet");
  for (const [file, text] of Object.entries(miniRepository)) {
    const target = `my agent ü/${file}`;
    await outer.mkdir(target.slice(0, target.lastIndexOf("/")));
    await outer.writeFile(target, text);
  }
  runGit(outer.path, "add", "--all");
  runGit(outer.path, "commit", "--quiet", "--message", "All");
  expect(await hashes(outer.getPath("my agent ü"))).toBe(expected);
});

test("findings name the ref; what is wrong with its cases stands in nobody's way", async () => {
  await using repository = await aGitRepository();
  await repository.commit({ [review]: "no front matter\n" });
  await repository.commit({ [review]: miniRepository[review], [cases]: "strata: 1\nstack: gone\n" });
  const { code, complaints } = await refusal(repository.path, ["assemble", "--ref", "HEAD~1"]);
  expect([code, complaints[0]!.place]).toEqual(["missing-version", `HEAD~1:${review}:1`]);
  expect((await strata(repository.path, ["assemble", "--ref", "HEAD"])).code).toBe(0);
});

test("--ref : is the index", async () => {
  await using repository = await aGitRepository();
  await repository.files.writeFile(review, edited(review, "nothing", "little"));
  repository.git("add", "--all");
  await repository.files.writeFile(review, "broken");
  expect((await strata(repository.path, ["assemble", "--ref", ":", ...one])).stdout).toContain("little");
});

test("an unknown ref and one that looks like an option are refused", async () => {
  await using repository = await aGitRepository();
  expect((await refusal(repository.path, ["assemble", "--ref", "mian"])).code).toBe("unknown-ref");
  expect((await refusal(repository.path, ["assemble", "--ref=--all"])).code).toBe("option-as-ref");
});
