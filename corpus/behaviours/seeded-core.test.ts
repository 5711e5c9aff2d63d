import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { edited, repository, valid } from "../../src/assemble/testing.ts";
import { diskTree, loadProject, memoryTree, type Project } from "../../src/load/index.ts";
import { stabilityFindings } from "../../src/stability/index.ts";
import { brokenIn, pairOf, stabilityIn } from "../../src/stability/testing.ts";

// A core that promises every build, with one line of it that does not hold: caught with its byte.

const core = "prompts/abhed/core.md";
const stackFile = "prompts/abhed/stack.yaml";
const abhed = { stack: "abhed", model: "reader:bm25" };
const mark = "## Working method";
const before = readFileSync(path.join(repository, core), "utf8")
  .replace(/^---\n[^]*?\n---\n/, "")
  .split(mark)[0]!;
/** Where the seeded text starts: the core stands first, without the blanks around it. */
const seedAt = Buffer.byteLength(before.trimStart());

function seeded(variable: string, input = "", later = ""): Project {
  const stack = edited(
    stackFile,
    "    tier: core\n    source:",
    `    tier: core\n    vars: [${variable}]\n    source:`,
  )[stackFile]!;
  const files = {
    ...edited(core, mark, `{{${variable}}}\n\n${mark}`),
    [stackFile]: String(stack).replace("\ninputs:\n", `\ninputs:\n${input}`),
    ...edited("corpus/scenarios/reference/scenario.yaml", "\nvalues:\n", `\n${later}values:\n`),
  };
  return valid(loadProject(memoryTree(files, diskTree(repository))));
}

test("unseeded, the core holds in every world", () => {
  expect(brokenIn(stabilityIn(valid(loadProject(diskTree(repository))), abhed))).toEqual([]);
});

describe("a seeded core is caught", () => {
  test("with a timestamp: its seconds move a second later", () => {
    const stability = stabilityIn(seeded("clock"), abhed);
    // 2026-03-30T14:30:00+02:00 differs from ...:01 in its nineteenth character.
    const byte = seedAt + "2026-03-30T14:30:0".length;
    expect(pairOf(stability, "second")).toMatchObject({
      shared: byte,
      break: { layer: "core", byte, layerByte: byte, lostBytes: stability.prefixBytes - byte },
      changed: [{ layer: "core", promise: "build", verdict: "broken" }],
    });
    const { was, now } = pairOf(stability, "second").changed[0]!;
    expect(was).toContain("14:30:00+02:00");
    expect(now).toContain("14:30:01+02:00");
  });

  test("with a UUID, which another session does not share", () => {
    const id = "f47ac10b-58cc-4372-a567-0e02b2c3d479";
    const stability = stabilityIn(
      seeded("request_id", `  request_id: { type: text, default: ${id} }\n`),
      abhed,
    );
    expect(brokenIn(stability)).toEqual([`session session core@${seedAt}`]);
  });

  test("with a list that comes in another order", () => {
    // postgres-readonly, linear: the other way round it differs from the first letter on.
    const stability = stabilityIn(seeded("mcp"), abhed);
    expect(brokenIn(stability)).toContain(`order session core@${seedAt}`);
  });

  test("with a relative time that no pattern knows", () => {
    const input = "  last_edit: { type: text, default: edited 3 minutes ago }\n";
    const stability = stabilityIn(
      seeded("last_edit", input, "later: { last_edit: edited 6 minutes ago }\n"),
      abhed,
    );
    const byte = seedAt + "edited ".length;
    expect(brokenIn(stability)).toEqual([
      `minutes session core@${byte}`,
      `day session core@${byte}`,
      // Another session has another text altogether.
      `session session core@${seedAt}`,
    ]);
    expect(pairOf(stability, "minutes").break).toMatchObject({ layer: "core", byte });
  });
});

test("the finding names layer, tier and byte, at the layer's line in stack.yaml", () => {
  const project = seeded("clock");
  const stack = project.stacks.get("abhed")!.get("default")!;
  const text = String(
    edited(stackFile, "    tier: core\n", "    tier: core\n    vars: [clock]\n")[stackFile],
  );
  const lineText = (_: string, line: number) => text.split("\n")[line - 1]!;
  const [finding, ...more] = stabilityFindings([{ stack, stability: stabilityIn(project, abhed) }], lineText);
  expect(more).toEqual([]);
  const line = text.split("\n").indexOf("  - id: core") + 1;
  expect(finding).toMatchObject({
    kind: "promise-broken",
    severity: "error",
    file: stackFile,
    line,
    layer: "core",
  });
  expect(finding!.message).toContain(`byte ${seedAt + 18} of the system text`);
  expect(finding!.message).toContain(
    "a second later; three minutes later; a day later; in another time zone",
  );
});
