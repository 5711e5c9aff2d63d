import { afterAll, describe, expect, test } from "vitest";
import { refusal, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { stateOf } from "./testing-git.ts";
import { aBranch, core, fine, gate, lost, onMain, removeTemplate } from "./testing-gate.ts";

afterAll(removeTemplate);

describe("a change of the prompts", () => {
  test("that touches none is equal to the merge base with the default branch, and nothing is touched", async () => {
    await using repository = await aBranch({ "README.md": "Other words.\n" });
    const before = stateOf(repository);
    const { code, document, codes } = await gate(repository);
    const main = repository.git("rev-parse", "main").trim();
    expect({ code, codes }).toEqual({ code: 0, codes: fine });
    expect(document).toMatchObject({
      ...{
        schema: 1,
        outcome: "passed",
        verdict: "neutral",
        exitCode: 0,
        because: [],
        revert: null,
        fault: null,
      },
      base: { ref: "the merge base with main", commit: main },
      comparisons: [{ suite: "default", affected: { units: 0 }, cost: { calls: 0 } }],
    });
    for (const folder of ["reports", ".strata"]) await repository.files.rm(folder);
    expect(stateOf(repository)).toEqual(before);
  });

  test("that loses a case fails, names case and layer, and the way back works", async () => {
    // The other layer that changed has nothing to do with it.
    const environment = "prompts/mini/environment.md";
    const also = { [environment]: `${miniRepository[environment]}- Drawer: left\n` };
    await using repository = await aBranch({ ...lost, ...also });
    const base = repository.git("rev-parse", "--short=12", "main").trim();
    const { code, document, codes } = await gate(repository);
    expect({ code, codes }).toEqual({ code: 1, codes: { ...fine, comparison: 1 } });
    expect(document).toMatchObject({
      ...{ outcome: "failed", verdict: "regressed", because: ["comparison"] },
      comparisons: [{ lost: [{ case: "counts", a: { status: "passed" }, b: { status: "failed" } }] }],
      fault: { layers: ["mini/core"], restore: [core], added: [] },
      revert: `git checkout ${base} -- ${core} && strata lock`,
    });
    const text = await strata(repository.path, ["gate"]);
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(
      /^Failed because of comparison: the prompts are regressed against the merge base with main/,
    );
    expect(text.stdout).toContain("counts");
    expect(text.stdout).toContain(`To go back:\n  ${document.revert}\n`);
    expect(text.stdout.trimEnd().split("\n").at(-1)).toBe(
      "gate: failed, regressed, exit 1; 0 must-pass cases not measured",
    );

    const [checkout = ""] = (document.revert as string).split(" && ");
    repository.git(...checkout.split(" ").slice(1));
    expect((await strata(repository.path, ["lock"])).code).toBe(0);
    expect(await gate(repository)).toMatchObject({ code: 0, document: { verdict: "neutral" } });
  });
});

test.each([
  ["an unknown key", "strata: 1\nonInconclusiv: pass\n", "evals/gate.yaml:2"],
  ["an unknown suite", "strata: 1\nsuites:\n  defalt: {}\n", "evals/gate.yaml:3"],
])("%s in the settings is refused with its line", async (_, text, place) => {
  await using repository = await onMain();
  await repository.commit({ "evals/gate.yaml": text });
  const { complaints } = await refusal(repository.path, ["gate"]);
  expect(complaints).toMatchObject([{ place }]);
});

test("names that do not exist, and options that do not go together, are refused", async () => {
  await using repository = await onMain();
  const code = async (...argv: string[]) => (await refusal(repository.path, ["gate", ...argv])).code;
  expect(await code("--base", "no-such-ref")).toBe("unknown-ref");
  expect(await code("--baseline", "x")).toBe("baseline-without-from");
  expect(await code("--from", "none")).toBe("unknown-run");
  expect(await code("--from", "none", "--base", "main")).toBe("from-and-base");
});
