import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { aRepository, edit, edited, refusal, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aGitRepository, runGit, stateOf } from "./testing-git.ts";

const core = "prompts/mini/core.md";
const review = "prompts/mini/profiles/review.md";
const stack = "prompts/mini/stack.yaml";
const one = ["--model", "reader:bm25"];

interface Json {
  before: { ref: string; commit: string | null };
  after: { ref: string; commit: string | null };
  models: { added: string[]; removed: string[] };
  stacks: {
    stack: string;
    kind: string;
    equal: number;
    changes: { layer: string; kind: string; file: object; version: object; hunks: { parts: object[] }[] }[];
    combinations: { variant: object; profile: { after: string }; model: { after: string } }[];
    cases: string[];
  }[];
}

async function diffJson(root: string, ...argv: string[]): Promise<Json> {
  const { code, stdout, stderr } = await strata(root, ["diff", ...argv, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Json;
}

const edited1 = edited(review, "nothing", "little").replace("2.0.0", "2.0.1");

test("a one-word edit is one word, in the texts that have the layer, and nothing of git is touched", async () => {
  await using repository = await aGitRepository();
  await repository.files.writeFile(review, edited1);
  const before = stateOf(repository);
  const json = await diffJson(repository.path);
  expect(json.before).toEqual({ ref: "HEAD", commit: repository.git("rev-parse", "HEAD").trim() });
  expect(json.after).toEqual({ ref: ".", commit: null });
  expect(json.stacks).toHaveLength(1);
  const [{ changes, combinations, equal }] = json.stacks as [Json["stacks"][0]];
  expect(changes).toMatchObject([
    {
      ...{ layer: "role", kind: "changed", file: { before: review, after: review } },
      version: { before: "2.0.0", after: "2.0.1" },
      hunks: [
        {
          parts: [
            { kind: "same", text: "You judge a change and change " },
            { kind: "removed", text: "nothing" },
            { kind: "added", text: "little" },
            { kind: "same", text: ".\n" },
          ],
        },
      ],
    },
  ]);
  // Two profiles and two variants on three models; the variant brief has no role.
  expect(combinations.map(({ profile, model }) => [profile.after, model.after])).toEqual([
    ["review", "anthropic:claude-haiku-4-5-20251001"],
    ["review", "openai:gpt-4.1-2025-04-14"],
    ["review", "reader:bm25"],
  ]);
  expect(equal).toBe(9);
  const { stdout } = await strata(repository.path, ["diff", "HEAD", ...one]);
  expect(stdout).toContain("You judge a change and change [-nothing-]{+little+}.\n");
  expect(stdout).toContain("role, version 2.0.0 -> 2.0.1, prompts/mini/profiles/review.md\n");
  expect(stdout).toMatch(/in review on reader:bm25: role\n/);
  expect(stdout).toMatch(/the cached prefix keeps \d+ of \d+ bytes and breaks in role at byte \d+\n/);
  expect(stateOf(repository)).toEqual(before);
});

test("index, working tree and commits are told apart", async () => {
  await using repository = await aGitRepository();
  await repository.files.writeFile(core, edited(core, "till", "chest"));
  repository.git("add", "--all");
  await repository.files.writeFile(core, edited(core, "till", "drawer"));
  const added = async (...argv: string[]) =>
    (await diffJson(repository.path, ...argv, ...one)).stacks[0]!.changes.flatMap(({ hunks }) =>
      hunks.flatMap(({ parts }) =>
        (parts as { kind: string; text: string }[]).filter(({ kind }) => kind !== "same"),
      ),
    );
  const change = (from: string, to: string) => [
    { kind: "removed", text: from },
    { kind: "added", text: to },
  ];
  expect(await added()).toEqual(change("till", "drawer"));
  expect(await added("HEAD", ":")).toEqual(change("till", "chest"));
  expect(await added(":", ".")).toEqual(change("chest", "drawer"));
  expect(await added(".", "main")).toEqual(change("drawer", "till"));
});

test("a renamed layer file is followed, moved by git or not", async () => {
  await using repository = await aGitRepository();
  const moved = "prompts/mini/text/kernel.md";
  await repository.files.rm(core);
  await repository.files.mkdir("prompts/mini/text");
  await repository.files.writeFile(moved, edited(core, "till", "drawer"));
  await repository.files.writeFile(stack, edited(stack, "file: core.md", "file: text/kernel.md"));
  const json = await diffJson(repository.path);
  expect(json.stacks[0]!.changes).toMatchObject([
    { layer: "core", kind: "changed", file: { before: core, after: moved } },
  ]);
  // Under another id too, where enough of the text stays.
  const rest = "Rules:\n\n- Greet whoever comes in.\n- Count the change aloud.\n- Thank them.\n";
  await repository.commit({
    [moved]: null,
    [core]: `${miniRepository[core]}${rest}`,
    [stack]: miniRepository[stack],
  });
  await repository.files.rm(core);
  await repository.files.writeFile(moved, `${edited(core, "till", "drawer")}${rest}`);
  const file = edit(
    edited(stack, "file: core.md", "file: text/kernel.md"),
    "- id: core\n    tier: core",
    "- id: kernel\n    tier: core",
  );
  await repository.files.writeFile(stack, file);
  const again = await diffJson(repository.path);
  expect(again.stacks[0]!.changes).toMatchObject([{ layer: "kernel", was: "core", kind: "changed" }]);
});

test("a checkout with CRLF, and a byte order mark, are no difference", async () => {
  await using repository = await aGitRepository();
  await using home = await createFixture();
  runGit(home.path, "clone", "--quiet", "--config", "core.autocrlf=true", repository.path, "clone");
  const clone = home.getPath("clone");
  const text = await home.readFile(`clone/${core}`, "utf8");
  expect(text).toContain("\r\n");
  await home.writeFile(`clone/${core}`, `\ufeff${text}`);
  // The scenario's world is bytes of its own, and comes from one side.
  const json = await diffJson(clone, "HEAD");
  expect(json.stacks[0]).toMatchObject({ changes: [], unseen: [], combinations: [] });
});

test("a stack that a ref lacks is named, and the others are compared", async () => {
  await using repository = await aGitRepository();
  const cases =
    "strata: 1\nstack: other\ncases:\n  - { id: o, needs: assembly, assert: [{ type: contains, value: x }] }\n";
  await repository.commit({
    "prompts/other/stack.yaml": edited(stack, "id: mini", "id: other"),
    ...Object.fromEntries(
      ["core.md", "environment.md", "profiles/review.md"].map((file) => [
        `prompts/other/${file}`,
        miniRepository[`prompts/mini/${file}` as typeof core],
      ]),
    ),
    "corpus/cases/other/c.yaml": cases,
    [review]: edited1,
  });
  const { code, stdout, stderr } = await strata(repository.path, ["diff", "HEAD~1", "HEAD", ...one]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/stack "other" does not exist in HEAD~1 \([0-9a-f]{12}\)/);
  expect(stdout).toContain("other: added\n");
  expect(stdout).toContain("[-nothing-]{+little+}");
  const back = JSON.parse(
    (await strata(repository.path, ["diff", "HEAD", "HEAD~1", "--json"])).stdout,
  ) as Json;
  expect(back.stacks.map(({ stack: id, kind }) => [id, kind])).toEqual([
    ["mini", "compared"],
    ["other", "removed"],
  ]);
});

test("a version from before there were prompts lacks every stack", async () => {
  await using repository = await aGitRepository();
  repository.git("checkout", "--quiet", "--orphan", "empty");
  repository.git("rm", "-r", "--quiet", "--cached", ".");
  repository.git("commit", "--quiet", "--allow-empty", "--message", "Nothing");
  repository.git("checkout", "--quiet", "--force", "main");
  const { code, stdout } = await strata(repository.path, ["diff", "empty"]);
  expect([code, stdout.includes("mini: added\n")]).toEqual([0, true]);
});

test("a ref whose prompts do not parse is refused with ref, file and line, unless another stack is asked for", async () => {
  await using repository = await aGitRepository();
  await repository.commit({ "prompts/broken/stack.yaml": "strata: 1\nid: broken\nlayers: [\n" });
  repository.git("tag", "bad");
  await repository.commit({ "prompts/broken/stack.yaml": null });
  const { code, complaints } = await refusal(repository.path, ["diff", "bad"]);
  expect(code).toBe("yaml");
  expect(complaints[0]!.place).toMatch(/^bad:prompts\/broken\/stack\.yaml:\d$/);
  expect((await strata(repository.path, ["diff", "bad", "--stack", "mini"])).code).toBe(0);
});

test("what cannot be assembled says at which ref", async () => {
  await using repository = await aGitRepository();
  // A role longer than its bound allows.
  await repository.commit({ [review]: `---\nversion: 3.0.0\n---\n${"word ".repeat(1000)}\n` });
  await repository.commit({ [review]: miniRepository[review] });
  const { stderr } = await strata(repository.path, ["diff", "HEAD~1"]);
  expect(stderr).toMatch(/^error {2}HEAD~1:prompts\/mini\//);
});

test("an unknown ref, no repository, no commit and a bare repository are told apart", async () => {
  await using repository = await aGitRepository();
  await using plain = await aRepository();
  await using home = await createFixture();
  const codeOf = async (root: string, ...argv: string[]) => (await refusal(root, ["diff", ...argv])).code;
  const { code, complaints } = await refusal(repository.path, ["diff", "mian"]);
  expect([code, complaints[0]!.message.includes('"main"')]).toEqual(["unknown-ref", true]);
  expect(await codeOf(plain.path)).toBe("not-a-repository");
  runGit(plain.path, "init", "--quiet");
  expect(await codeOf(plain.path)).toBe("no-commit");
  runGit(home.path, "clone", "--quiet", "--bare", repository.path, "bare");
  expect(await codeOf(home.getPath("bare"), "HEAD")).toBe("no-working-tree");
  expect((await strata(home.getPath("bare"), ["diff", "HEAD", "main"])).code).toBe(0);
  expect(await codeOf(repository.path, "profile=main")).toBe("one-operand");
  expect(await codeOf(repository.path, "HEAD@")).toBe("bad-operand");
});

test("a tag with an @ in its name is a ref and no variant", async () => {
  await using repository = await aGitRepository();
  repository.git("tag", "pkg@1.2.0");
  expect((await diffJson(repository.path, "pkg@1.2.0")).before.ref).toBe("pkg@1.2.0");
  expect((await refusal(repository.path, ["diff", "HEAD@brif"])).code).toBe("unknown-variant");
});

test("two variants, profiles or models of the working tree need no git", async () => {
  await using repository = await aRepository();
  const changed = async (...argv: string[]) =>
    (await diffJson(repository.path, ...argv)).stacks.map(({ changes, combinations }) => [
      changes.map(({ layer, kind }) => `${kind} ${layer}`),
      combinations.length,
    ]);
  expect(await changed("@default", "@brief", ...one)).toEqual([[["removed role"], 1]]);
  expect(await changed("@brief", ...one, "--profile", "review")).toEqual([[["added role"], 1]]);
  expect(await changed("profile=main", "profile=review", ...one)).toEqual([
    [["added role", "changed environment"], 2],
  ]);
  expect(await changed("model=reader:bm25", "model=openai:gpt-4.1-2025-04-14")).toEqual([[[], 0]]);
});

test("cases that guard a changed line are named", async () => {
  await using repository = await aGitRepository();
  const file = "corpus/cases/mini/cases.yaml";
  await repository.commit({ [file]: edited(file, "value: port 7340", "value: count, never") });
  await repository.files.writeFile(core, edited(core, "estimate", "guess"));
  expect((await diffJson(repository.path)).stacks[0]!.cases).toEqual(["till-port"]);
});

test("Markdown shows words in a fence that the text cannot close", async () => {
  await using repository = await aGitRepository();
  await repository.files.writeFile(core, edited(core, "count, never", "```\n# never"));
  const { code, stdout } = await strata(repository.path, ["diff", "--markdown", ...one]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^## Prompts: `HEAD \([0-9a-f]{12}\)` → `working tree`\n/);
  expect(stdout).toMatch(/\n````text\n[^]*```[^]*\n````\n/);
  expect(stdout).toContain("| `main on reader:bm25` | `core` | ");
});

test("colour is for terminals, and then no brackets", async () => {
  await using repository = await aGitRepository();
  await repository.files.writeFile(review, edited1);
  const { stdout } = await strata(repository.path, ["diff", ...one], { terminal: { isTTY: true } });
  expect(stdout).toContain("\x1b[31mnothing\x1b[39m\x1b[32mlittle\x1b[39m");
  expect(stdout).not.toContain("[-");
});

test("no escape sequence of a prompt reaches the terminal", async () => {
  await using repository = await aGitRepository();
  await repository.files.writeFile(core, edited(core, "till", "\x1b]0;owned\x07till\u202e"));
  for (const argv of [["diff"], ["diff", "--markdown"]]) {
    const { stdout } = await strata(repository.path, argv);
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\x1b\x07\u202e]/);
  }
});
