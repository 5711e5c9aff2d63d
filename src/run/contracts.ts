import { loadFinding, type Stack } from "../load/index.ts";
import type { Assertion } from "../score/index.ts";
import { nearest, UserError } from "../util/index.ts";

/** Puts a contract's JSON Schema in the place of `{contract: id}` in `is-json` assertions. */
export function withContracts(assertions: readonly Assertion[], stack: Stack): Assertion[] {
  return assertions.map((assertion) => {
    const id = contractOf(assertion);
    if (id === undefined) return assertion;
    const contract = stack.contracts.get(id);
    if (contract === undefined) {
      const args = { name: id, near: nearest(id, stack.contracts.keys()) };
      throw new UserError([loadFinding("unknown-contract", args, { file: stack.file })]);
    }
    return { ...assertion, value: contract.schema };
  });
}

function contractOf({ type, value }: Assertion): string | undefined {
  if (!/^(not-)?is-json$/.test(type) || typeof value !== "object" || value === null) return undefined;
  const { contract } = value as { contract?: unknown };
  return typeof contract === "string" ? contract : undefined;
}
