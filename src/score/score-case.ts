import { classify, type PlainType } from "./allow-list.ts";
import { checkPermission, isPromptfooType } from "./check-permission.ts";
import { gradeWithPromptfoo } from "./grade-with-promptfoo.ts";
import { loadPromptfoo, type Promptfoo } from "./load-promptfoo.ts";
import { ownAssertions } from "./own-assertions.ts";
import { plainValues } from "./plain-values.ts";
import type { Assertion, AssertionResult, ScoreDeps, Subject, Verdict } from "./types.ts";

/**
 * Grades one subject: one result per assertion, in their order. An assertion that is not permitted or
 * whose grader breaks is not a failed one; its result has `error`, and the trial counts as unmeasured.
 */
export async function scoreOutput(
  assertions: readonly Assertion[],
  subject: Subject,
  deps: ScoreDeps,
): Promise<AssertionResult[]> {
  const usesPromptfoo = assertions.some(({ type }) => isPromptfooType(classify(type)));
  const promptfoo = usesPromptfoo ? await loadPromptfoo() : undefined;
  const results: AssertionResult[] = [];
  for (const assertion of assertions) {
    const verdict = await gradeOne(assertion, subject, deps, promptfoo);
    results.push({ type: assertion.type, ...verdict });
  }
  return results;
}

async function gradeOne(
  assertion: Assertion,
  subject: Subject,
  deps: ScoreDeps,
  promptfoo: Promptfoo | undefined,
): Promise<Verdict> {
  const refused = checkPermission(assertion, deps.allow ?? []);
  if (refused) return { pass: false, reason: refused.message, error: true };
  try {
    const known = classify(assertion.type);
    if (known.kind === "own") return await ownAssertions[known.base].grade(assertion, subject, deps);
    if (known.kind === "plain") requireValue(known.base, assertion);
    return await gradeWithPromptfoo(promptfoo!, assertion, subject, deps.judge);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { pass: false, reason: `${assertion.type} could not be graded: ${problem}`, error: true };
  }
}

/** Some values that do not fit promptfoo takes without a word, and passes everything. */
function requireValue(type: PlainType, { value }: Assertion): void {
  const { schema, expected } = plainValues[type];
  if (!schema.safeParse(value).success) throw new TypeError(`value must be ${expected}`);
}
