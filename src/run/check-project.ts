import { type Case, loadFinding, type Project } from "../load/index.ts";
import { type Assertion, checkAssertion, checkCase } from "../score/index.ts";
import { type Finding, nearest } from "../util/index.ts";

/** What is wrong with the assertions of a corpus, as far as the suites' `allow` lists let them. */
export function checkProject(project: Project): Finding[] {
  const allow = [...project.suites.values()].flatMap((suite) => suite.allow);
  return project.cases.flatMap((item) => [...checkAssertions(item, allow), ...checkLayers(item, project)]);
}

/** What is wrong with the assertions of one case when a suite allows these types. */
export function checkAssertions(item: Case, allow: readonly string[]): Finding[] {
  const setting = {
    needs: item.needs,
    allow,
    hasInput: item.input !== undefined,
    hasOutput: item.providerOutput !== undefined,
  };
  const at = (i: number) => ({ file: item.file, line: item.lineAt(["assert", i]) });
  return [
    ...item.assert.flatMap((assertion, i) => checkAssertion(assertion, setting, at(i))),
    ...checkCase(item.assert, { file: item.file, line: item.line }),
  ];
}

/** A layer that an assertion names must exist in some variant of the case's stack. */
function checkLayers(item: Case, project: Project): Finding[] {
  const variants = [...(project.stacks.get(item.stack)?.values() ?? [])];
  if (variants.length === 0) return [];
  const known = new Set(variants.flatMap((stack) => stack.layers.map(({ id }) => id)));
  return item.assert.flatMap((assertion, i) =>
    namedLayers(assertion)
      .filter((name) => !known.has(name))
      .map((name) => {
        const place = { file: item.file, line: item.lineAt(["assert", i]) };
        return loadFinding("unknown-layer", { name, near: nearest(name, known) }, place);
      }),
  );
}

function namedLayers({ type, value, layer }: Assertion): string[] {
  const listed = type === "strata:layer-present" || type === "strata:layer-absent" ? [value].flat() : [];
  return [...listed, layer].filter((name) => typeof name === "string");
}
