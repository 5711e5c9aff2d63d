import { assemble, type Assembly, type Combination } from "../assemble/index.ts";
import type { Scenario } from "../load/index.ts";
import { otherValue } from "./change-values.ts";

/** Another value for every input. One that its renderer, a gate or a list of texts refuses keeps its own. */
export function inOtherSession(combination: Combination, assembly: Assembly): Combination[] {
  const { stack, scenario } = combination;
  const given = Object.fromEntries([...stack.inputs].map(([name, input]) => [name, input.default]));
  const changes = Object.entries({ ...given, ...pick(scenario.values, stack.inputs) }).map(
    ([name, value]): [string, unknown] => [name, otherValue(value)],
  );
  if (changes.length === 0) return [];
  const withValues = (values: object): Combination => ({
    ...combination,
    scenario: { ...scenario, values: values as Scenario["values"] },
  });
  const errors = errorsOf(assembly);
  const isFine = (one: Combination) => errorsOf(assemble(one)) <= errors;
  const all = withValues({ ...scenario.values, ...Object.fromEntries(changes) });
  if (isFine(all)) return [all];
  let values: object = scenario.values;
  for (const [name, value] of changes) {
    const next = { ...values, [name]: value };
    if (isFine(withValues(next))) values = next;
  }
  return [withValues(values)];
}

/** Values of inputs that this stack does not have are other stacks'. */
function pick(values: object, inputs: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => inputs.has(name)));
}

function errorsOf({ diagnostics }: Assembly): number {
  return diagnostics.filter(({ severity }) => severity === "error").length;
}
