import { defineFindings, suggestion } from "../util/index.ts";

/** Wording of every finding about assertions. */
const wording = {
  "unknown-assertion": ({ type, near }: { type: string; near?: string }) =>
    `unknown assertion type "${type}".${suggestion(near)}`,
  "assertion-not-allowed": ({ type, base, does }: { type: string; base: string; does: string }) =>
    `${type} ${does}. To permit that, add "${base}" to "allow" in the suite.`,
  "assertion-not-supported": ({ type, why }: { type: string; why: string }) =>
    `${type} cannot be graded here: ${why}.`,
  "assertion-needs-value": ({ type, expected }: { type: string; expected: string }) =>
    `${type}: "value" must be ${expected}.`,
  "assertion-needs-layer": ({ type }: { type: string }) => `${type}: "layer" must name a layer.`,
  "assertion-unused-field": ({ type, field }: { type: string; field: string }) =>
    `${type} does not look at "${field}"; remove it.`,
  "assertion-reads-file": ({ type, text }: { type: string; text: string }) =>
    `${type}: "${text}" would be read as a file or run as code. Write the text itself; to look for a reference, use regex "[f]ile:".`,
  "assertion-bad-regex": ({ type, problem }: { type: string; problem: string }) =>
    `${type}: the pattern does not compile: ${problem}.`,
  "assertion-cannot-fail": ({ type, why }: { type: string; why: string }) =>
    `${type} can never fail: ${why}.`,
  "assertion-cannot-pass": ({ type, why }: { type: string; why: string }) =>
    `${type} can never pass: ${why}.`,
  "assertion-needs-answer": ({ type }: { type: string }) =>
    `${type} looks at a model's answer, but the case says "needs: assembly", where no model answers.`,
  "assertion-needs-input": ({ type }: { type: string }) =>
    `${type} looks at a model's answer, but the case has no "input". Add one, or say "needs: assembly".`,
  "assertion-needs-tools": ({ type }: { type: string }) =>
    `${type} looks at what an agent did, but the case has no "tools" and no "toolLog".`,
  "absence-through-reader": ({ type }: { type: string }) =>
    `${type}: the embedded reader answers with a few passages, so absence there proves nothing. Say "needs: assembly".`,
  "absence-without-presence": ({ types }: { types: string[] }) =>
    `this case would pass on an empty text (it has only ${types.join(", ") || "no assertion at all"}). Add an assertion of something that must be there.`,
};

/** Makes a finding about an assertion. */
export const finding = defineFindings(wording);
