import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "../assemble/testing.ts";

const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
const example = read("docs/examples/sharded-eval.yml");
const workflow = parse(example) as {
  permissions: object;
  jobs: Record<
    string,
    { needs?: string; steps: { uses?: string; run?: string; with?: object; env?: object }[] }
  >;
};

test("the example may only read, and every action in it is pinned to a commit", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(Object.values(workflow.jobs).some((job) => "permissions" in job)).toBe(false);
  const used = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.filter((action) => !/^actions\/[a-z-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  const pins = (text: string) =>
    [...text.matchAll(/actions\/(?:checkout|setup-node)@.*/g)].map(([pin]) => pin);
  expect(new Set(pins(example))).toEqual(new Set(pins(read(".github/workflows/ci.yml"))));
});

test("shards come from the provider's own matrix, and no value of it stands in a script", () => {
  const runs = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap((step) => step.run ?? []));
  expect(runs.filter((run) => run.includes("${{"))).toEqual([]);
  expect(runs.some((run) => run.includes('eval --shard "$SHARD/$SHARDS"'))).toBe(true);
  expect(workflow.jobs["merge"]!.needs).toBe("shard");
  expect(runs.at(-1)).toContain("strata merge shards");
});
