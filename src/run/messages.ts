import { defineFindings } from "../util/index.ts";

/** The words of the run stage. */
export const runFinding = defineFindings({
  "answer-not-available": (a: { model: string }) =>
    `${a.model} cannot answer yet: this version answers with reader:bm25 only. Nothing was called; use --answer reader:bm25.`,
});

/** Why a trial is skipped or unmeasured. */
export const runReasons = {
  needsLlm: (answer: string) => `needs a language model; ${answer} only quotes the prompt`,
  graderBroke: (type: string, reason: string) => `${type} could not be graded: ${reason}`,
};
