import { loadFinding, type Stack } from "../../load/index.ts";
import { nearest, UserError } from "../../util/index.ts";

/** Throws a UserError for values that the stack does not know as inputs: they would change nothing in silence. */
export function checkValues(values: Readonly<Record<string, unknown>>, { inputs }: Stack): void {
  const unknown = Object.keys(values).filter((name) => !inputs.has(name));
  if (unknown.length === 0) return;
  throw new UserError(
    unknown.map((name) => loadFinding("unknown-input", { name, near: nearest(name, inputs.keys()) })),
  );
}
