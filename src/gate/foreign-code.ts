import type { Project } from "../load/index.ts";
import { type Env, keyVariable, runsCode, secretsOf } from "../model/index.ts";
import { asksJudge, checkAssertion } from "../score/index.ts";
import { type Finding, stableJson } from "../util/index.ts";
import { gateFinding } from "./messages.ts";

type Code = Pick<Project, "cases" | "models">;

/** Findings of an assertion that would run code, read files or call out. */
const reaching = ["assertion-not-allowed", "assertion-reads-file"];

/**
 * Assertions that run code, read files or call out, and models that run a program, that the base does not have like
 * this: where a key is, a change may not bring them along. Without a key in the environment there are no findings.
 */
export function findForeignCode(base: Code, now: Code, env: Env): Finding[] {
  const keys = keysIn(env, [...base.models.values(), ...now.models.values()]);
  if (keys.length === 0) return [];
  const known = new Set(base.cases.flatMap((item) => item.assert.map((one) => stableJson(one))));
  const assertions = now.cases.flatMap((item) =>
    item.assert.flatMap((assertion, i) => {
      if (known.has(stableJson(assertion)) || !reachesOut(assertion)) return [];
      const what = `the assertion ${assertion.type} of case ${item.id}`;
      const place = { file: item.file, line: item.lineAt(["assert", i]) };
      return [
        gateFinding("foreign-code", { what, does: "runs code, reads files or calls out", keys }, place),
      ];
    }),
  );
  const models = [...now.models.values()]
    .filter((model) => runsCode(model) && stableJson(base.models.get(model.id) ?? null) !== stableJson(model))
    .map(({ id }) => {
      const place = { file: "prompts/models.yaml" };
      return gateFinding("foreign-code", { what: `the model ${id}`, does: "runs a program", keys }, place);
    });
  return [...assertions, ...models];
}

/** A judging model is asked as any other model is, and what it is asked is shown; it runs nothing. */
function reachesOut(assertion: Code["cases"][number]["assert"][number]): boolean {
  const { type } = assertion;
  const allow = asksJudge(type) ? [type.replace(/^not-/, "")] : [];
  const findings = checkAssertion(assertion, { needs: "reader", allow, hasInput: true });
  return findings.some(({ kind }) => reaching.includes(kind));
}

/** Names of the variables that hold a key. */
function keysIn(env: Env, models: readonly Parameters<typeof keyVariable>[0][]): string[] {
  const named = models.flatMap((model) => keyVariable(model) ?? []);
  return Object.keys(env).filter((name) => secretsOf({ [name]: env[name] }, named).length > 0);
}
