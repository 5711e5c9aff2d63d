import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startAnthropicServer } from "../model/testing-servers.ts";
import { edit, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aGitRepository } from "./testing-git.ts";
import { keys, onLoopback } from "./testing-models.ts";

const core = "prompts/mini/core.md";
const text = miniRepository[core];
const environment = miniRepository["prompts/mini/environment.md"];

/** A model that mostly does as it is told, and that never answers without being told. */
async function aModel() {
  let asked = 0;
  return startAnthropicServer({
    answer: ({ system }) => {
      const told = system.includes("never estimate");
      // One answer in seven is a slip.
      return told && ++asked % 7 !== 0 ? "I count: never estimate." : "About a hundred.";
    },
  });
}

function caseFile(changes: ReturnType<typeof onLoopback>) {
  const file = "corpus/cases/mini/cases.yaml";
  return {
    ...changes,
    [file]: edit(
      changes[file] as string,
      "cases:\n",
      `cases:
  - id: counts
    input: How much is in the till?
    profiles: [main]
    assert:
      - { type: contains, value: never estimate }
`,
    ),
  } as Record<string, string>;
}

test("sampled answers are asked ten times on each commit, equal prompts once, and the cost is said before", async () => {
  await using server = await aModel();
  await using repository = await aGitRepository(caseFile(onLoopback({ anthropic: server })));
  const good = repository.git("rev-parse", "HEAD").trim();
  await repository.commit({ "prompts/mini/environment.md": `${environment}- Edit 1\n` });
  const lost = await repository.commit({ [core]: text.replace("count, never estimate", "ask Irina") });
  await repository.commit({ "prompts/mini/environment.md": `${environment}- Edit 2\n` });
  await repository.commit({ "prompts/mini/profiles/review.md": "---\nversion: 2.0.1\n---\nYou judge.\n" });
  const argv = ["bisect", "--good", good, "--case", "counts"];
  const planned = await strata(repository.path, [...argv, "--dry-run"], { env: keys });
  expect(planned.stderr).toMatch(
    /^4 commits touch the prompts: at most 4 are run, 10 calls, about \$\S+ each/,
  );
  expect(server.requests).toHaveLength(0);

  const { code, stdout } = await strata(repository.path, [...argv, "--json"], { env: keys });
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ first: [{ commit: lost }], layers: ["mini/core"], commits: 4, tried: 2 });
  expect(report.units).toMatchObject([
    { case: "counts", good: expect.stringMatching(/^[89]\/10$/), bad: "0/10" },
  ]);
  // Good end, bad end, and two between; the last commit changes no prompt of this case.
  expect(report.calls).toBe(server.requests.length);
  expect(server.requests.length).toBe(40);
  const again = await strata(repository.path, [...argv, "--json"], { env: {} });
  expect({ code: again.code, calls: JSON.parse(again.stdout).calls }).toEqual({ code: 0, calls: 0 });
  expect(server.requests.length).toBe(40);
});

test("ends that runs do not tell apart are not bisected", async () => {
  await using server = await aModel();
  await using repository = await aGitRepository(caseFile(onLoopback({ anthropic: server })));
  const good = repository.git("rev-parse", "HEAD").trim();
  await repository.commit({ "prompts/mini/environment.md": `${environment}- Edit 1\n` });
  const { code, stderr } = await strata(repository.path, ["bisect", "--good", good, "--case", "counts"], {
    env: keys,
  });
  expect(code).toBe(3);
  expect(stderr).toContain("the runs do not show that a case does worse");
});

test("a limit of calls stops it, and the same command goes on with what was paid for", async () => {
  await using server = await aModel();
  await using repository = await aGitRepository(caseFile(onLoopback({ anthropic: server })));
  const good = repository.git("rev-parse", "HEAD").trim();
  await repository.commit({ [core]: text.replace("count, never estimate", "ask Irina") });
  const argv = ["bisect", "--good", good, "--case", "counts"];
  const stopped = await strata(repository.path, [...argv, "--max-calls", "14"], { env: keys });
  expect({ code: stopped.code, calls: server.requests.length }).toEqual({ code: 3, calls: 14 });
  expect(stopped.stderr).toContain("--max-calls");
  const done = await strata(repository.path, argv, { env: keys });
  expect({ code: done.code, calls: server.requests.length }).toEqual({ code: 0, calls: 20 });
  // Each end has a journal of its own, and none was begun twice.
  expect(readdirSync(path.join(repository.path, "reports", "runs"))).toHaveLength(2);
});
