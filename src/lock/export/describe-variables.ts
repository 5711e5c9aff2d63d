import type { Stack } from "../../load/index.ts";
import type { ManifestCombination } from "../../schema/index.ts";

/** What Strata makes variables from, by name in code-unit order, so that an agent can make them too. */
export function describeVariables(
  names: readonly string[],
  { vars, inputs }: Stack,
): ManifestCombination["vars"] {
  return Object.fromEntries(names.toSorted().map((name) => [name, describe(name)]));

  function describe(name: string): ManifestCombination["vars"][string] {
    const variable = vars.get(name);
    if (variable === undefined) return inputs.has(name) ? { input: name } : { fact: name };
    switch (variable.kind) {
      case "text":
        return { fact: name };
      case "switch":
        return { switch: variable.on, cases: variable.cases };
      case "join":
        return { join: variable.list, separator: variable.separator, empty: variable.empty };
    }
  }
}
