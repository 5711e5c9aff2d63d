import { isFields } from "./fields.ts";

const lastStage = "final";
/** Question marks of Latin, full-width, Arabic, Greek and Armenian text. */
const questionMarks = /[?\uff1f\u061f\u037e\u055e]+/g;

/** Bootstrap is complete at its last stage only; at every other one, the content is a single question. */
export function bootstrapStage(answer: unknown): string[] {
  if (!isFields(answer)) return ["expected a map"];
  const { bootstrap_stage: stage, bootstrap_complete: complete } = answer;
  if (stage === lastStage) return [];
  if (complete === true) return [`bootstrap is complete at stage ${lastStage} only, not at ${String(stage)}`];
  const content = answer["content"];
  const text = isFields(content) ? content["text"] : undefined;
  const questions = typeof text === "string" ? (text.match(questionMarks) ?? []).length : 0;
  return questions === 1 ? [] : [`stage ${String(stage)} must ask one question, not ${questions}`];
}
