import { expect, test } from "vitest";
import { loadStack } from "./load-stack.ts";
import { memoryTree } from "./memory-tree.ts";

function load(profile: object) {
  const stack = {
    ...{ strata: 1, id: "demo", description: "A stack for tests.", reference: "reference", separator: "\n" },
    tiers: [{ id: "core", promise: "build" }],
    tools: { read: {}, write: { mutates: true }, ask: {} },
    inputs: { note: { type: "text", default: "x" } },
    layers: [{ id: "note", tier: "core", source: { value: "note" } }],
    profiles: { main: profile },
  };
  const tree = memoryTree({ "prompts/demo/stack.yaml": JSON.stringify(stack) });
  const { variants, findings } = loadStack(tree, "prompts/demo");
  return {
    tools: variants[0]?.profiles.get("main")!.tools.map(({ name }) => name),
    kinds: findings.map(({ kind }) => kind),
  };
}

test("a tool that is denied is not offered, whether all are named or some", () => {
  expect(load({ tools: "all", denied: ["ask"] }).tools).toEqual(["read", "write"]);
  expect(load({ tools: ["ask", "read"], denied: ["ask"] }).tools).toEqual(["read"]);
  expect(load({ tools: "all" }).tools).toEqual(["read", "write", "ask"]);
});

test("a read-only profile may have all tools but those that it is denied", () => {
  expect(load({ tools: "all", readOnly: true }).kinds).toEqual(["read-only-mutates"]);
  expect(load({ tools: "all", readOnly: true, denied: ["write"] }).kinds).toEqual([]);
});

test("a denied tool must exist", () => {
  expect(load({ tools: "all", denied: ["asks"] }).kinds).toEqual(["unknown-tool"]);
});
