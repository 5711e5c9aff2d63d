import type { Messages } from "@anthropic-ai/sdk/resources/messages";
import { messageParams } from "../anthropic/build-message.ts";
import { openAnthropic } from "../anthropic/create-anthropic.ts";
import { outcomeOfMessage } from "../anthropic/read-message.ts";
import { failed } from "../http/call-error.ts";
import { failureOf, readErrorBody } from "../http/read-failure.ts";
import { failureReasons } from "../messages.ts";
import type { ModelSettings } from "../settings.ts";
import type { ChatOutcome } from "../types.ts";
import type { GuardedCall } from "./guarded-call.ts";
import { readJsonLines } from "./read-lines.ts";
import type { BatchModel } from "./types.ts";

type Line = Messages.MessageBatchIndividualResponse;

/** Anthropic's Message Batches, through the vendor's SDK. */
export function anthropicBatch(
  settings: ModelSettings,
  call: GuardedCall,
): Omit<BatchModel, "id" | "refuse"> {
  return {
    submit: (items) =>
      call(async (given) => {
        const client = await openAnthropic(given);
        const requests = items.map(({ customId, request }) => ({
          ...{ custom_id: customId, params: messageParams(request, settings) },
        }));
        const { id } = await client.messages.batches.create({ requests });
        return { kind: "submitted", batch: id } as const;
      }),
    check: (batch) =>
      call(async (given) => {
        const client = await openAnthropic(given);
        const { processing_status: status } = await client.messages.batches.retrieve(batch);
        return { kind: status === "ended" ? "ended" : "running" } as const;
      }),
    read: (batch, onResult) =>
      call(async (given) => {
        const client = await openAnthropic(given);
        // Not batches.results: that follows the address in the answer, with the key, wherever it leads.
        const path = `/v1/messages/batches/${encodeURIComponent(batch)}/results`;
        const response = await client.get(path).asResponse();
        for await (const line of readJsonLines(response)) {
          const { custom_id: customId, result } = line as Line;
          onResult(customId, outcomeOf(result));
        }
        return { kind: "read" } as const;
      }),
  };
}

function outcomeOf(result: Line["result"]): ChatOutcome {
  if (result.type === "succeeded") return outcomeOfMessage(result.message);
  if (result.type !== "errored") return failed(failureReasons.unanswered(result.type), "request");
  const report = readErrorBody(result.error) ?? { message: JSON.stringify(result.error) };
  return failureOf(report, 0);
}
