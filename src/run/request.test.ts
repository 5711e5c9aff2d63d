import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { assemble } from "../assemble/index.ts";
import { loadProject, memoryTree } from "../load/index.ts";
import { buildRequest as build } from "./request.ts";

const hostile = [
  "{{ x }} {{x}} {# y #} {% if z %} ${{ secrets.T }} $& $1 50% done",
  "---",
  '{"json": [1, "\\u00e9", {"a": null}]}',
  "<|endoftext|> é 😀",
  "",
].join("\r\n");

/** A stack whose core and memory hold `text`, and its assembly. */
function assembled(text: string) {
  const stack = {
    ...{ strata: 1, id: "demo", description: "A stack.", reference: "world", separator: "\n\n", end: "\n" },
    tiers: [{ id: "core", promise: "build" }],
    tools: { read: { description: "Reads {{a}} file." }, edit: { mutates: true } },
    layers: [
      { id: "core", tier: "core", source: { file: "core.md" } },
      { id: "memory", tier: "core", source: { path: "{{workspace}}/NOTES.md" } },
      { id: "prefix", tier: "core", channel: "user_prefix", source: { path: "{{workspace}}/NOTES.md" } },
    ],
    profiles: { main: { tools: "all" } },
  };
  const world = {
    ...{
      strata: 1,
      id: "world",
      description: "A world.",
      clock: "2026-03-30T14:30:00Z",
      os: "linux",
      shell: "sh",
    },
    ...{ cwd: "/w", workspace: { root: "/w" }, home: { root: "/h" }, git: "none" },
  };
  const { project, findings } = loadProject(
    memoryTree({
      "prompts/models.yaml": JSON.stringify({
        strata: 1,
        models: [{ id: "acme:one", pinned: true, window: 1000 }],
      }),
      "prompts/demo/stack.yaml": JSON.stringify(stack),
      "prompts/demo/core.md": `---\nversion: 1.0.0\n---\n${text}`,
      "corpus/scenarios/world/scenario.yaml": JSON.stringify(world),
      "corpus/scenarios/world/workspace/NOTES.md": text,
    }),
  );
  expect(findings).toEqual([]);
  const demo = project.stacks.get("demo")!.get("default")!;
  const model = project.models.get("acme:one")!;
  const profile = demo.profiles.get("main")!;
  const scenario = project.scenarios.get("world")!;
  return { stack: demo, assembly: assemble({ stack: demo, profile, model, scenario }) };
}

function buildRequest({ stack, assembly }: ReturnType<typeof assembled>, input: string) {
  return build(assembly, stack, { input, turns: undefined, tools: undefined }, {}).request;
}

test("the system text of a request is the assembled text, byte for byte", () => {
  const made = assembled(hostile);
  const { assembly } = made;
  const { system } = buildRequest(made, "Hello");
  const text = hostile.replaceAll("\r\n", "\n");
  expect(system).toBe(`${text}\n\n${text}\n`);
  expect(system).toBe(assembly.text);
  expect(`sha256:${createHash("sha256").update(system, "utf8").digest("hex")}`).toBe(assembly.hash);
});

test("the input and what stands around it arrive byte for byte", () => {
  const { messages } = buildRequest(assembled(hostile), hostile);
  expect(messages).toEqual([{ role: "user", content: `${hostile.replaceAll("\r\n", "\n")}\n\n${hostile}` }]);
});

test("tools are named in the order of the stack, with their descriptions untouched", () => {
  const { tools } = buildRequest(assembled("x"), "Hello");
  expect(tools).toEqual([{ name: "read", description: "Reads {{a}} file." }, { name: "edit" }]);
});
