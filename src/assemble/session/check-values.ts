import { loadFinding, type Stack } from "../../load/index.ts";
import { type Finding, nearest, UserError } from "../../util/index.ts";

/** Throws a UserError for values that are no inputs of the stack, or not of their type: they would change nothing in silence. */
export function checkValues(values: Readonly<Record<string, unknown>>, { inputs }: Stack): void {
  const errors = Object.entries(values).flatMap(([name, value]): Finding[] => {
    const input = inputs.get(name);
    if (input === undefined)
      return [loadFinding("unknown-input", { name, near: nearest(name, inputs.keys()) })];
    const given = Array.isArray(value) ? "list" : typeof value === "string" ? "text" : "data";
    if (input.type === given || input.type === "data") return [];
    return [loadFinding("wrong-input-type", { name, expected: input.type })];
  });
  if (errors.length > 0) throw new UserError(errors);
}
