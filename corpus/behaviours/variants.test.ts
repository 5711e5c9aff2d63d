import { expect, test } from "vitest";
import { repository } from "../../src/assemble/testing.ts";
import { strata } from "../../src/commands/testing.ts";

test("diff between two variants shows what moves", async () => {
  const argv = ["diff", "@default", "@upstream", "--stack", "vibeos", "--profile", "main-cli", "--json"];
  const { code, stdout } = await strata(repository, argv);
  expect(code).toBe(0);
  const { stacks } = JSON.parse(stdout) as { stacks: { changes: { layer: string; kind: string }[] }[] };
  const { changes } = stacks[0]!;
  // The skills stand at the front of the volatile part upstream, and plugins have a section there.
  expect(changes).toContainEqual(expect.objectContaining({ layer: "skills", kind: "moved" }));
  expect(changes).toContainEqual(expect.objectContaining({ layer: "plugin-sections", kind: "added" }));
});

test("diff names unknown variants", async () => {
  expect(await strata(repository, ["diff", "@default", "@upstraem", "--stack", "vibeos"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unknown variant "upstraem". Did you mean "upstream"?') as string,
  });
});

test("two equal sides are no failure, and say so", async () => {
  const argv = ["diff", "@code", "@code", "--stack", "abhed", "--profile", "review"];
  const { code, stdout } = await strata(repository, argv);
  expect(code).toBe(0);
  expect(stdout).toContain("abhed: no difference in 9 assembled texts\n");
});
