import { type ChatModel, createModel } from "../model/index.ts";
import type { Finding } from "../util/index.ts";
import { runFinding } from "./messages.ts";
import type { PlannedTrial } from "./types.ts";

/** The models that answer these trials. One that this version cannot call leaves its trials unmeasured and is named once. */
export function answeringModels(trials: readonly PlannedTrial[]): {
  models: Map<string, ChatModel>;
  findings: Finding[];
} {
  const ids = new Set(
    trials.flatMap(({ answer, skip }) => (answer === null || skip !== undefined ? [] : [answer])),
  );
  const findings: Finding[] = [];
  const models = [...ids].map((id): [string, ChatModel] => {
    const model = createModel(id);
    if (model !== undefined) return [id, model];
    const finding = runFinding("answer-not-available", { model: id });
    findings.push(finding);
    return [id, { id, answer: async () => ({ kind: "unmeasured", reason: finding.message }) }];
  });
  return { models: new Map(models), findings };
}
