import type { FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRepository, edited, refusal, strata } from "./testing.ts";
import { assembleJson, sha256 } from "./testing-assembly.ts";

const stack = "prompts/mini/stack.yaml";
const one = ["--profile", "main", "--model", "reader:bm25"];

let repository: FsFixture;
beforeAll(async () => void (repository = await aRepository()));
afterAll(() => repository.rm());

const mainPrompt = `You keep the till. Naïve guesses cost money: count, never estimate.

- OS: linux
- Git: main, clean
- Tools: read, write


## Skills
- recount: count the till again


# Memory
## Project memory: DESK.md
# Shop

- The till listens on port 7340.
- Prices are in cents.
- Refunds: @docs/refunds.md

## Project memory: docs/refunds.md
A refund needs the signature of Irina.

Say please.

The drawer opens on F9.`;

test("one combination is printed as exactly the bytes that are sent, and nothing else", async () => {
  const { code, stdout, stderr } = await strata(repository.path, ["assemble", ...one]);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: mainPrompt, stderr: "" });
  const [assembly] = await assembleJson(repository.path, ...one);
  expect(assembly!.hash).toBe(sha256(stdout));
  expect(assembly!.text).toBe(stdout);
});

test("several combinations are printed as a table, a row each, with the hashes cut to 12 digits", async () => {
  const { stdout } = await strata(repository.path, ["assemble"]);
  const assemblies = await assembleJson(repository.path);
  const rows = stdout.trimEnd().split("\n").slice(1);
  expect(rows.map((row) => row.split(/ +/))).toEqual(
    assemblies.map(({ recipeHash, hash: textHash, prefixHash, text, ...names }) => [
      ...[names.stack, names.variant, names.profile, names.model, String(Buffer.byteLength(text))],
      ...[recipeHash, textHash, prefixHash].map((value) => value.slice(7, 19)),
    ]),
  );
});

test("--json has every stack, profile and model, in their written order, with the keys of the design", async () => {
  const assemblies = await assembleJson(repository.path);
  expect(
    assemblies.map(({ stack: id, variant, profile, model, scenario }) => [
      id,
      variant,
      profile,
      model,
      scenario,
    ]),
  ).toEqual(
    ["main", "review"].flatMap((profile) =>
      ["anthropic:claude-haiku-4-5-20251001", "openai:gpt-4.1-2025-04-14", "reader:bm25"].map((model) => [
        ...["mini", "default", profile, model, "desk"],
      ]),
    ),
  );
});

test("layers are slices of their channel whose hash anyone can check; separators lie between them", async () => {
  for (const { text, layers, hash: whole, prefixHash } of await assembleJson(repository.path)) {
    const bytes = Buffer.from(text, "utf8");
    let end = 0;
    for (const [i, layer] of layers.entries()) {
      expect(sha256(bytes.subarray(layer.start, layer.end))).toBe(layer.hash);
      expect(bytes.subarray(end, layer.start).toString()).toBe(i === 0 ? "" : "\n\n");
      end = layer.end;
    }
    expect(end).toBe(bytes.length);
    // No tier of this stack is promised for a turn only, so all of it is prefix.
    expect([sha256(bytes), sha256(bytes)]).toEqual([whole, prefixHash]);
  }
});

test("versions and source hashes are those of layer files; what is no file has neither", async () => {
  const [assembly] = await assembleJson(repository.path, "--profile", "review", "--model", "reader:bm25");
  expect(assembly!.layers.map(({ id, version, sourceHash }) => [id, version, sourceHash])).toEqual([
    ["core", "1.0.0", sha256("You keep the till. Naïve guesses cost money: count, never estimate.\n")],
    ["role", "2.0.0", sha256("You judge a change and change nothing.\n")],
    ["environment", "1.1.0", sha256("- OS: {{os}}\n- Git: {{git}}\n- Tools: {{tool_names}}\n")],
    ["skills", null, undefined],
    ["memory", null, undefined],
  ]);
});

test("other channels have texts and hashes of their own, and turn layers are not in the prefix", async () => {
  const tiers = edited(
    stack,
    "    promise: session\n",
    "    promise: session\n  - id: now\n    promise: turn\n",
  );
  const layers = [
    "  - { id: clock, tier: now, source: { file: clock.md }, vars: [date] }",
    "  - { id: reminder, tier: now, channel: user_suffix, source: { file: reminder.md } }",
  ];
  await using other = await aRepository({
    [stack]: tiers.replace("\nprofiles:", `\n${layers.join("\n")}\n\nprofiles:`),
    "prompts/mini/clock.md": "---\nversion: 1.0.0\n---\nToday is {{date}}.",
    "prompts/mini/reminder.md": "---\nversion: 1.0.0\n---\nCount twice.\n",
  });
  const [assembly] = await assembleJson(other.path, ...one);
  expect(assembly!.text).toBe(`${mainPrompt}\n\nToday is 2026-03-30.`);
  expect(assembly!.channels).toEqual({
    user_suffix: { text: "Count twice.\n", hash: sha256("Count twice.\n") },
  });
  expect(assembly!.prefixHash).toBe(sha256(mainPrompt));
  expect(assembly!.hash).toBe(sha256(assembly!.text));
  const reminder = assembly!.layers.find(({ id }) => id === "reminder");
  expect(reminder).toMatchObject({ channel: "user_suffix", start: 0, end: 13 });
});

test("token counts are summed over the system layers, and exact only with the vendor's own tokenizer", async () => {
  for (const { model, tokens, layers } of await assembleJson(repository.path)) {
    expect(tokens.count).toBe(layers.reduce((sum, layer) => sum + layer.tokens, 0));
    expect(tokens.estimate).toBe(!model.startsWith("openai:"));
  }
});

test("two runs are byte-identical", async () => {
  for (const argv of [
    ["assemble"],
    ["assemble", "--json"],
    ["assemble", "--explain"],
    ["assemble", ...one],
  ]) {
    expect(await strata(repository.path, argv)).toEqual(await strata(repository.path, argv));
  }
});

test("two copies of a repository give the same bytes, wherever they lie", async () => {
  await using copy = await aRepository();
  const argv = ["assemble", "--json"];
  expect(await strata(copy.path, argv)).toEqual(await strata(repository.path, argv));
});

test("--variant assembles the variant, --scenario another world", async () => {
  const review = ["--profile", "review", "--model", "reader:bm25"];
  const [brief] = await assembleJson(repository.path, ...review, "--variant", "brief");
  expect([brief!.variant, brief!.layers.map(({ id }) => id)]).toEqual([
    "brief",
    ["core", "environment", "skills", "memory"],
  ]);
  const [bare] = await assembleJson(repository.path, ...review, "--scenario", "bare");
  expect([bare!.scenario, bare!.layers.map(({ id }) => id)]).toEqual([
    "bare",
    ["core", "role", "environment"],
  ]);
  expect(bare!.text).toContain("- OS: darwin\n- Git: not a repository\n- Tools: read\n");
  const [both] = await assembleJson(repository.path, ...review, "--scenario", "bare", "--variant", "brief");
  expect(both!.layers.map(({ id }) => id)).toEqual(["core", "environment"]);
});

test("--explain names every file considered, in order, with status, bytes and reason", async () => {
  await using other = await aRepository({
    "corpus/scenarios/desk/workspace/.desk/rules/30-long.md": "x".repeat(4097),
    "corpus/scenarios/desk/home/.desk/desk.md.txt": " \n",
  });
  const { code, stdout } = await strata(other.path, ["assemble", "--explain", ...one]);
  expect(code).toBe(0);
  const rows = stdout.split("\n").flatMap((line) => {
    const match = /^ +(taken|skipped|absent|shadowed|deferred) +(\S+) +(?:(\d+) +)?(\S+)(?: +(\S.*))?$/.exec(
      line,
    );
    return match === null ? [] : [match.slice(1)];
  });
  expect(rows).toEqual([
    ["taken", "core", "69", "prompts/mini/core.md", undefined],
    ["taken", "environment", "52", "prompts/mini/environment.md", undefined],
    ["taken", "project", "92", "DESK.md", undefined],
    ["taken", "project", "39", "docs/refunds.md", undefined],
    ["shadowed", "project", "32", "AGENT.md", expect.stringContaining("DESK.md")],
    ["taken", "rules", "12", ".desk/rules/10-all.md", undefined],
    ["deferred", "rules", "39", ".desk/rules/20-sql.md", expect.stringContaining("**/*.sql")],
    ["skipped", "rules", "4097", ".desk/rules/30-long.md", expect.stringContaining("4097")],
    ["absent", "nested", undefined, "src/DESK.md", expect.any(String)],
    ["taken", "nested", "24", "src/till/DESK.md", undefined],
    ["skipped", "user", "2", "~/.desk/DESK.md", expect.stringContaining("blank")],
  ]);
  expect(stdout).toMatch(/^role: left out, \S/m);
  const [assembly] = await assembleJson(other.path, ...one);
  const told = assembly!.layers.flatMap(({ sources }) => sources);
  expect(told.map(({ status, scope, path: file, reason }) => [status, scope, file, reason])).toEqual(
    rows.map(([status, scope, , file, reason]) => [status, scope, file, reason]),
  );
});

test("warnings stand on stderr and in diagnostics; stdout stays the bytes that are sent", async () => {
  await using other = await aRepository({
    "corpus/scenarios/desk/workspace/docs/refunds.md": "Slowly.\n@../DESK.md\n",
  });
  const { stdout, stderr } = await strata(other.path, ["assemble", ...one]);
  expect(stderr).toMatch(/^warning  /);
  const [assembly] = await assembleJson(other.path, ...one);
  expect(sha256(stdout)).toBe(assembly!.hash);
  expect(assembly!.diagnostics).toMatchObject([
    { kind: "import-cycle", severity: "warning", layer: "memory" },
  ]);
});

test("an assembly's error has the place of what is wrong", async () => {
  const text = edited(stack, '      clean: "{{git_branch}}, clean"\n', "");
  await using other = await aRepository({ [stack]: text });
  const { code, complaints } = await refusal(other.path, ["assemble"]);
  expect([code, complaints.length]).toEqual(["no-case", 1]);
  expect(complaints[0]!.place.startsWith(stack)).toBe(true);
});

test("a variable without a case for its fact is reported with its line", async () => {
  const text = edited(stack, '      clean: "{{git_branch}}, clean"\n', "");
  await using other = await aRepository({ [stack]: text });
  const { complaints } = await refusal(other.path, ["assemble"]);
  expect(complaints[0]!.place).toMatch(/^prompts\/mini\/stack\.yaml:2[4-6]$/);
});

test("a file that a guard refuses is named as it lies in the repository", async () => {
  await using other = await aRepository({
    [stack]: edited(stack, "      onFail: skip", "      onFail: error"),
    "corpus/scenarios/desk/workspace/desk.md.txt": "x".repeat(5000),
  });
  const { complaints } = await refusal(other.path, ["assemble"]);
  expect(`${complaints[0]!.place} ${complaints[0]!.message}`).toContain(
    "corpus/scenarios/desk/workspace/desk.md.txt",
  );
});
