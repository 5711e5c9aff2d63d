import { type Case, loadFinding, type Project, type Stack } from "../load/index.ts";
import { type Assertion, checkAssertion, checkCase, ruleNames } from "../score/index.ts";
import { type Finding, nearest } from "../util/index.ts";

/** What is wrong with the assertions of a corpus, as far as the suites' `allow` lists let them. */
export function checkProject(project: Project): Finding[] {
  const allow = [...project.suites.values()].flatMap((suite) => suite.allow);
  return [
    ...project.cases.flatMap((item) => [...checkAssertions(item, allow), ...checkLayers(item, project)]),
    ...[...project.stacks.values()].flatMap(checkRules),
  ];
}

/** A rule that a contract lists must be a validator, whether or not a case uses the contract. */
function checkRules(variants: ReadonlyMap<string, Stack>): Finding[] {
  const findings = [...variants.values()].flatMap(({ contracts, file }) =>
    [...contracts.values()].flatMap(({ id, rules }) =>
      rules
        .filter((name) => !ruleNames.includes(name))
        .map((name) =>
          loadFinding("unknown-rule", { name, contract: id, near: nearest(name, ruleNames) }, { file }),
        ),
    ),
  );
  // Every variant repeats what is wrong with the base; one report is enough.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

/** What is wrong with the assertions of one case when a suite allows these types. */
export function checkAssertions(item: Case, allow: readonly string[]): Finding[] {
  const setting = {
    needs: item.needs,
    allow,
    // The loader has said already that an input is missing.
    hasInput: true,
    hasOutput: item.providerOutput !== undefined,
    hasTools: item.tools !== undefined || item.toolLog !== undefined,
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
        const key = name === assertion.layer ? "layer" : "value";
        const place = { file: item.file, line: item.lineAt(["assert", i, key]) };
        return loadFinding("unknown-layer", { name, near: nearest(name, known) }, place);
      }),
  );
}

function namedLayers({ type, value, layer }: Assertion): string[] {
  const listed = type === "strata:layer-present" || type === "strata:layer-absent" ? [value].flat() : [];
  return [...listed, layer].filter((name) => typeof name === "string");
}
