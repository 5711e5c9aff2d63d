import { classify } from "./allow-list.ts";
import { isJudged, type JudgeProvider, judgeProvider } from "./judge.ts";
import type { Promptfoo } from "./load-promptfoo.ts";
import type { Assertion, Judge, Subject, Verdict } from "./types.ts";

type PromptfooAssertion = Parameters<Promptfoo["assertions"]["runAssertion"]>[0]["assertion"];

/** promptfoo reports these as a failed assertion, although the grader broke and the output was not judged. */
const brokenGrader =
  /^(Custom function threw error|Python code execution failed|Ruby code execution failed|Webhook error):/;

/** Reasons may quote the whole output; a journal row is not the place for it. */
const longestReason = 1000;

/** Hands one assertion and the output to promptfoo as they are, and reads its verdict strictly. */
export async function gradeWithPromptfoo(
  promptfoo: Promptfoo,
  assertion: Assertion,
  subject: Subject,
  judge: Judge | undefined,
): Promise<Verdict> {
  const provider = providerFor(assertion, judge);
  const result = await promptfoo.assertions.runAssertion({
    prompt: subject.input,
    // A fresh object, because some graders write into the assertion.
    assertion: {
      type: assertion.type as PromptfooAssertion["type"],
      value: assertion.value as PromptfooAssertion["value"],
      threshold: assertion.threshold,
      provider,
    },
    test: {},
    providerResponse: { output: subject.output },
  });
  const failure = provider?.failure();
  if (failure !== undefined) return { pass: false, reason: cut(failure), error: true };
  const reason = cut(String(result.reason));
  if (typeof result.pass !== "boolean") return { pass: false, reason: "no verdict", error: true };
  if (result.metadata?.["graderError"] === true || brokenGrader.test(reason)) {
    return { pass: false, reason, error: true };
  }
  return { pass: result.pass, reason };
}

function providerFor(assertion: Assertion, judge: Judge | undefined): JudgeProvider | undefined {
  const known = classify(assertion.type);
  if (known.kind !== "guarded" || !isJudged(known.base)) return undefined;
  // promptfoo would choose a service by the keys it finds; only models that the user named are called.
  if (judge === undefined) throw new Error("no judging model was named");
  return judgeProvider(judge, known.base);
}

function cut(reason: string): string {
  return reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason;
}
