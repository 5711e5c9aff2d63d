import { expect, test } from "vitest";
import { startAnthropicServer } from "../model/testing-servers.ts";
import type { GitFixture } from "../load/testing-git.ts";
import { edit, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aGitRepository } from "./testing-git.ts";
import { keys, onLoopback } from "./testing-models.ts";

const core = "prompts/mini/core.md";
const cases = "corpus/cases/mini/cases.yaml";
const lost = miniRepository[core].replace("count, never estimate", "ask Irina");

/** A model that says the rule when its prompt has it, and not every time. */
function aModel() {
  let asked = 0;
  return startAnthropicServer({
    answer: ({ system }) =>
      system.includes("never estimate") && ++asked % 7 !== 0 ? "never estimate" : "a hundred",
  });
}

async function aCandidate(
  server: { url: string },
  text: string,
  gateFile = "strata: 1\n",
): Promise<GitFixture> {
  const changes = onLoopback({ anthropic: server }) as Record<string, string>;
  const counts = `cases:
  - id: counts
    input: How much is in the till?
    profiles: [main]
    assert:
      - { type: contains, value: never estimate }
`;
  const repository = await aGitRepository({
    ...changes,
    ...{
      [cases]: edit(changes[cases]!, "cases:\n", counts),
      "evals/gate.yaml": gateFile,
      ".gitignore": "reports/\n.strata/\n",
    },
  });
  await strata(repository.path, ["lock"]);
  await repository.commit();
  repository.git("checkout", "--quiet", "-b", "candidate");
  await repository.files.writeFile(core, text);
  return repository;
}

async function gate(repository: GitFixture, ...argv: string[]) {
  const { code, stdout, stderr } = await strata(repository.path, ["gate", "--json", ...argv], { env: keys });
  const document = JSON.parse(stdout);
  const parts = Object.fromEntries(
    (document.parts as { part: string; code: number; skipped?: boolean }[]).map((one) => [
      ...[one.part, one.skipped ? "skipped" : one.code],
    ]),
  );
  return { code, document, parts, stderr };
}

test("nobody is paid while something that costs nothing is wrong", async () => {
  await using server = await aModel();
  await using repository = await aCandidate(server, lost);
  const stale = await gate(repository);
  expect(stale).toMatchObject({
    code: 1,
    parts: { lock: 1, comparison: "skipped" },
    document: { verdict: null },
  });
  expect(server.requests).toHaveLength(0);

  await strata(repository.path, ["lock", "--bump", "patch"]);
  const { code, document, parts } = await gate(repository);
  expect({ code, parts }).toMatchObject({ code: 1, parts: { lock: 0, comparison: 1 } });
  // Two cases of main and one of review differ: ten fresh runs a side of each.
  expect(document.comparisons[0]).toMatchObject({
    verdict: "regressed",
    lost: [{ case: "counts", mode: "sampled" }],
  });
  expect(document.fault).toMatchObject({ layers: ["mini/core"], restore: [core] });
  const paid = server.requests.length;
  expect(document.comparisons[0].cost.calls).toBe(paid);

  // Other settings judge the same answers, and call nobody.
  const again = await gate(repository, "--from", "latest");
  expect(again).toMatchObject({
    code: 1,
    document: { verdict: "regressed", comparisons: [{ cost: { calls: 0 } }] },
  });
  expect(server.requests).toHaveLength(paid);
});

test("a budget of calls that is used up leaves it undecided, even where the undecided may pass", async () => {
  await using server = await aModel();
  const loose = "strata: 1\nonInconclusive: pass\nbudgets: { calls: 7 }\n";
  await using repository = await aCandidate(
    server,
    miniRepository[core].replace("You keep", "You mind"),
    loose,
  );
  await strata(repository.path, ["lock", "--bump", "patch"]);
  const stopped = await gate(repository);
  expect(stopped).toMatchObject({
    code: 3,
    document: { outcome: "undecided", comparisons: [{ stopped: "--max-calls" }] },
  });
  expect(server.requests.length).toBeLessThanOrEqual(7);
  const tighter = await gate(repository, "--max-calls", "2");
  expect(tighter.code).toBe(3);
  expect(server.requests.length).toBeLessThanOrEqual(9);
});
