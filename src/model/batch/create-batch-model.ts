import { UserError } from "../../util/index.ts";
import { requestProblem } from "../check-request.ts";
import type { ModelDeps } from "../deps.ts";
import { failed } from "../http/call-error.ts";
import { createKeySource } from "../key.ts";
import { modelProblems, parameterProblems } from "../model-problems.ts";
import { openaiWire } from "../openai/create-openai.ts";
import { anthropicWire } from "../anthropic/create-anthropic.ts";
import { createRedactor } from "../redactor.ts";
import { baseUrlOf, type ModelSettings, splitId } from "../settings.ts";
import type { ChatOutcome } from "../types.ts";
import { anthropicBatch } from "./anthropic-batch.ts";
import { createGuardedCall } from "./guarded-call.ts";
import { openaiBatch } from "./openai-batch.ts";
import type { BatchModel, BatchSize } from "./types.ts";

/** As the vendors allow, with room for what the interface adds. */
const sizes: Record<string, BatchSize> = {
  anthropic: { requests: 100_000, bytes: 240_000_000 },
  openai: { requests: 50_000, bytes: 190_000_000 },
};

/** What one batch of a model may hold; undefined where its provider has no batches. */
export function batchSizeOf(id: string): BatchSize | undefined {
  return sizes[splitId(id).prefix];
}

/** A model whose requests go out in batches. Throws a UserError with all that keeps it from being asked. */
export function createBatchModel(settings: ModelSettings, deps: Partial<ModelDeps> = {}): BatchModel {
  const full: ModelDeps = { env: {}, redactor: createRedactor(), ...deps };
  const problems = modelProblems(settings, full.env);
  if (problems.length > 0) throw new UserError(problems);
  const anthropic = splitId(settings.id).provider === "anthropic";
  const wire = anthropic ? anthropicWire(settings) : openaiWire(settings);
  const call = createGuardedCall({
    ...{ settings, deps: full, key: createKeySource(settings, full), authorize: wire.authorize },
    baseUrl: baseUrlOf(settings, full.env)!.url,
  });
  const vendor = anthropic ? anthropicBatch(settings, call) : openaiBatch(settings, call);
  return {
    ...vendor,
    id: settings.id,
    read: (batch, onResult) => vendor.read(batch, (id, outcome) => onResult(id, cleaned(outcome))),
    refuse(request) {
      const reason =
        parameterProblems(settings, request.parameters)[0]?.message ??
        requestProblem(request) ??
        wire.refuse?.(request);
      return reason === undefined ? undefined : failed(reason, "request");
    },
  };

  function cleaned(outcome: ChatOutcome): ChatOutcome {
    if (outcome.kind === "answer") return { ...outcome, batch: true };
    return { ...outcome, reason: full.redactor(outcome.reason) };
  }
}
