import { expect, test } from "vitest";
import { loadProject, memoryTree } from "../load/index.ts";
import { checkProject } from "./check-project.ts";

function check(rules: string[]) {
  const stack = {
    ...{ strata: 1, id: "demo", description: "A stack for tests.", reference: "reference", separator: "\n" },
    tiers: [{ id: "core", promise: "build" }],
    contracts: { reply: { schema: "reply.json", rules } },
    inputs: { note: { type: "text", default: "x" } },
    layers: [{ id: "note", tier: "core", source: { value: "note" } }],
    profiles: { main: { tools: "all", contract: "reply" } },
    variants: { other: { description: "Another separator.", set: { separator: "\n\n" } } },
  };
  const files = { "prompts/demo/stack.yaml": JSON.stringify(stack), "prompts/demo/reply.json": "{}" };
  return checkProject(loadProject(memoryTree(files)).project);
}

test("a contract may list validators only; what every variant has is reported once", () => {
  expect(check(["rich-content", "receipts"])).toEqual([]);
  expect(check(["receipts", "receipt"])).toMatchObject([
    {
      kind: "unknown-rule",
      file: "prompts/demo/stack.yaml",
      args: { name: "receipt", contract: "reply", near: "receipts" },
    },
  ]);
});
