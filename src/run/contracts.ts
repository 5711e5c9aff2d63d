import { loadFinding, type Stack } from "../load/index.ts";
import type { Assertion } from "../score/index.ts";
import { nearest, UserError } from "../util/index.ts";

/**
 * Puts a contract in the place of `{contract: id}`: its JSON Schema, and behind `is-json` also its rules, as an answer
 * keeps a contract only with both.
 */
export function withContracts(assertions: readonly Assertion[], stack: Stack): Assertion[] {
  return assertions.flatMap((assertion) => {
    const id = contractOf(assertion);
    if (id === undefined) return [assertion];
    const contract = stack.contracts.get(id);
    if (contract === undefined) {
      const args = { name: id, near: nearest(id, stack.contracts.keys()) };
      throw new UserError([loadFinding("unknown-contract", args, { file: stack.file })]);
    }
    const { schema, rules } = contract;
    const kept = assertion.type === "is-json" && rules.length > 0;
    return [{ ...assertion, value: schema }, ...(kept ? [{ type: "strata:rules", value: rules }] : [])];
  });
}

function contractOf({ type, value }: Assertion): string | undefined {
  if (!/^(not-)?is-json$/.test(type) || typeof value !== "object" || value === null) return undefined;
  const { contract } = value as { contract?: unknown };
  return typeof contract === "string" ? contract : undefined;
}
