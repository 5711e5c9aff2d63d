import { expect, test } from "vitest";
import { repository } from "../../src/assemble/testing.ts";
import { strata } from "../../src/commands/testing.ts";

test("diff between two variants shows what moves", async () => {
  const argv = ["diff", "@default", "@upstream", "--stack", "vibeos", "--profile", "main-cli", "--json"];
  const { code, stdout } = await strata(repository, argv);
  expect(code).toBe(0);
  const { combinations } = JSON.parse(stdout) as {
    combinations: { models: string[]; changes: { layer: string; kind: string }[] }[];
  };
  // The skills stand at the front of the volatile part upstream, and plugins have a section there.
  expect(combinations[0]!.changes).toContainEqual(
    expect.objectContaining({ layer: "skills", kind: "moved" }),
  );
  expect(combinations[0]!.changes).toContainEqual(
    expect.objectContaining({ layer: "plugin-sections", kind: "added" }),
  );
});

test("diff names unknown variants, and refuses git refs until they can be read", async () => {
  expect(await strata(repository, ["diff", "@default", "@upstraem", "--stack", "vibeos"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unknown variant "upstraem". Did you mean "upstream"?') as string,
  });
  expect(await strata(repository, ["diff", "HEAD~1", "--stack", "vibeos"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"HEAD~1" names a git ref') as string,
  });
});

test("two equal sides are no failure, and say so", async () => {
  const argv = ["diff", "@code", "@code", "--stack", "abhed", "--profile", "review"];
  const { code, stdout } = await strata(repository, argv);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^abhed review on 9 models: @code -> @code, the same \d+ bytes\n {2}same {5}core, profile/,
  );
});
