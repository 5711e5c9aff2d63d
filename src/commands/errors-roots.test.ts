import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { aRepository, type Changes, edited, fault, faultIn, refusal, refusalOf, strata } from "./testing.ts";

const stack = "prompts/mini/stack.yaml";
const core = "prompts/mini/core.md";
const scenario = "corpus/scenarios/desk/scenario.yaml";
const one = ["--profile", "main", "--model", "reader:bm25"];

const link =
  (target: string): Changes[string] =>
  ({ symlink }) =>
    symlink(target);

test.each([
  faultIn(
    stack,
    ["      file: core.md", "      file: ../../../core.md"],
    ["a layer file outside the repository", "outside-root", "../../../core.md"],
  ),
  faultIn(
    scenario,
    ["workspace:\n  root: /home/dev/shop", "workspace:\n  root: /home/dev/shop\n  over: ../shop", "over:"],
    ["a folder of a scenario that leaves the repository", "outside-root", "../shop"],
  ),
  fault(
    "a layer file that is a link out of the repository",
    "outside-root",
    core,
    { [core]: link("/etc/hostname") },
    "/etc/hostname",
  ),
  fault(
    "a folder of layer files that is a link out of the repository",
    "outside-root",
    "prompts/mini/profiles/review.md",
    { "prompts/mini/profiles/review.md": null, "prompts/mini/profiles": link("/etc") },
    "/etc",
  ),
])("$name is refused", async ({ changes, told }) => expect(await refusalOf({ changes })).toEqual(told));

const worldPaths = [
  faultIn(
    stack,
    ["{{home}}/.desk/DESK.md", "{{home}}/../other/DESK.md", "/../other"],
    ["a path", "outside-root", "{{home}}/../other/DESK.md"],
  ),
  faultIn(
    stack,
    ["{{workspace}}/AGENT.md", "{{workspace}}/a/../../AGENT.md", "a/../.."],
    ["a path that goes in and out", "outside-root", "{{workspace}}/a/../../AGENT.md"],
  ),
  faultIn(
    stack,
    ["{{home}}/.desk/DESK.md", "/etc/passwd"],
    ["a path without a root", "rootless-path", "/etc/passwd"],
  ),
  faultIn(
    stack,
    ["{{workspace}}/.desk/rules", "{{workspace}}/../rules", "/../rules"],
    ["a folder of rules", "outside-root", "{{workspace}}/../rules"],
  ),
];

test.each(worldPaths)("of the world, $name that leaves its root is refused", async ({ changes, told }) => {
  const { code, complaints } = await refusalOf({ changes });
  const place: unknown = expect.stringContaining(`${stack}:`);
  expect({ code, complaints }).toEqual({ code: told.code, complaints: [{ ...told.complaints[0], place }] });
});

test.each(worldPaths)("of the world, $name that leaves its root is reported on its own line", async (one) =>
  expect(await refusalOf(one)).toEqual(one.told),
);

test.each<{ name: string; changes: Changes; file: string }>([
  {
    name: "names beside a file that was read",
    changes: { [stack]: edited(stack, "beside: [DESK.md]", "beside: [../../../home/OTHER.md]") },
    file: "corpus/scenarios/desk/home/OTHER.md",
  },
  {
    name: "files that were read",
    changes: { [scenario]: edited(scenario, "  - src/till/pay.ts", "  - ../home/pay.ts") },
    file: "corpus/scenarios/desk/home/desk.md.txt",
  },
  {
    name: "names on disk of a scenario's files",
    changes: { [scenario]: edited(scenario, "  DESK.md: desk.md.txt", "  DESK.md: ../../../../other.txt") },
    file: "other.txt",
  },
])("$name cannot lead out of their root", async ({ changes, file }) => {
  await using repository = await aRepository({ ...changes, [file]: "SECRET\n" });
  const { stdout } = await strata(repository.path, ["assemble", ...one]);
  expect(stdout).not.toContain("SECRET");
});

test("a folder of prompts that is a link out of the repository is refused", async () => {
  await using elsewhere = await aRepository();
  await using repository = await aRepository();
  symlinkSync(elsewhere.getPath("prompts/mini"), repository.getPath("prompts/other"));
  expect((await refusal(repository.path, ["assemble"])).code).toBe("outside-root");
});
