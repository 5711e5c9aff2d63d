import type { AbCombination, AbResult, AbVersions } from "../../compare/index.ts";
import { type Fault, layersAtFault, type LostAt } from "../../gate/index.ts";
import { loadProject, memoryTree, type SourceTree } from "../../load/index.ts";
import { type LostCase, narrowFault } from "./narrow-fault.ts";

/** What lost the cases of comparisons that regressed; null where none did. */
export async function findFault(
  results: readonly AbResult[],
  versions: AbVersions | null,
  trees: { before: SourceTree; after: SourceTree },
): Promise<Fault | null> {
  const regressed = results.filter(({ verdict }) => verdict === "regressed");
  if (regressed.length === 0 || versions === null) return null;
  const { a, b } = versions;
  const scenarios = new Map(b.project.cases.map(({ id, scenario }) => [id, scenario]));
  const { byLayer, ...all } = layersAtFault(
    { tree: trees.before, prompts: a.project },
    { tree: trees.after, prompts: b.project },
    regressed.flatMap((result) => lostIn(result, scenarios)),
  );
  const [result] = regressed;
  const exact = regressed.length === 1 ? exactlyLost(result!) : null;
  if (exact === null) return all;
  return narrowFault({ ...all, byLayer }, exact, {
    ...{ suite: result!.suite, before: trees.before },
    load: async (files) => loadProject(memoryTree(files, trees.after)),
  });
}

/** Where cases were lost one by one, or else the combinations that got worse as a whole. */
function lostIn(result: AbResult, scenarios: ReadonlyMap<string, string | undefined>): LostAt[] {
  const known = byId(result);
  const at = (id: string, scenario?: string): LostAt[] => {
    const found = known.get(id);
    if (found === undefined) return [];
    const { stack, profile, model } = found;
    const [before = "", after = before] = found.variant.split(" -> ");
    return [{ stack, variant: { before, after }, profile, model, scenario }];
  };
  const cases = deciding(result);
  if (cases.length > 0)
    return cases.flatMap((one) => one.combinations.flatMap((id) => at(id, scenarios.get(one.case))));
  const worse = result.combinations.filter(({ verdict }) => verdict === "regressed");
  const affected = result.combinations.filter((one) => one.affected > 0);
  return (worse.length > 0 ? worse : affected).flatMap(({ id }) => at(id));
}

/** Each lost case once; null where answers vary, or nothing was lost case by case. */
function exactlyLost(result: AbResult): LostCase[] | null {
  const cases = deciding(result);
  if (cases.length === 0 || cases.some(({ mode }) => mode !== "exact")) return null;
  const known = byId(result);
  const firsts = new Map(cases.map((one) => [one.case, one.combinations[0]!]));
  return [...firsts].flatMap(([id, combination]) => {
    const found = known.get(combination);
    if (found === undefined) return [];
    const { stack, variant, profile, model } = found;
    return [{ case: id, stack, variant, profile, model }];
  });
}

function deciding({ lost }: AbResult): AbResult["lost"] {
  return lost.filter(({ quarantined }) => quarantined === null);
}

function byId({ combinations }: AbResult): Map<string, AbCombination> {
  return new Map(combinations.map((one) => [one.id, one]));
}
