import { expect, test } from "vitest";
import type { Stack } from "../load/index.ts";
import { UserError } from "../util/index.ts";
import { withContracts } from "./contracts.ts";

const schema = { type: "object" };
const contract = (id: string, rules: string[]) => [id, { id, schema, rules }] as const;
const stack = {
  file: "prompts/demo/stack.yaml",
  contracts: new Map([contract("plain", []), contract("ruled", ["rich-content", "receipts"])]),
} as unknown as Stack;

test("a contract's name gives way to its schema and brings its rules along", () => {
  const given = [
    { type: "is-json", value: { contract: "ruled" } },
    { type: "contains", value: "x" },
    { type: "is-json", value: { contract: "plain" } },
  ];
  expect(withContracts(given, stack)).toEqual([
    { type: "is-json", value: schema },
    { type: "strata:rules", value: ["rich-content", "receipts"] },
    { type: "contains", value: "x" },
    { type: "is-json", value: schema },
  ]);
});

test("an answer that must break a contract must break its schema", () => {
  const given = [{ type: "not-is-json", value: { contract: "ruled" } }];
  expect(withContracts(given, stack)).toEqual([{ type: "not-is-json", value: schema }]);
});

test("a schema of the case's own stays as it is", () => {
  const given = [{ type: "is-json", value: { properties: { contract: { const: "ruled" } } } }];
  expect(withContracts(given, stack)).toEqual(given);
});

test("a contract that the stack does not have is the user's mistake", () => {
  const given = [{ type: "is-json", value: { contract: "rule" } }];
  expect(() => withContracts(given, stack)).toThrow(UserError);
});
