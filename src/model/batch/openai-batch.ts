import type { Response as ModelResponse } from "openai/resources/responses/responses";
import { failed } from "../http/call-error.ts";
import { failureOf, readErrorBody } from "../http/read-failure.ts";
import { failureReasons } from "../messages.ts";
import { completionParams } from "../openai/build-completion.ts";
import { responseParams } from "../openai/build-response.ts";
import { openOpenai } from "../openai/create-openai.ts";
import { outcomeOfCompletion, type ReadCompletion } from "../openai/read-completion.ts";
import { outcomeOfResponse } from "../openai/read-response.ts";
import type { ModelSettings } from "../settings.ts";
import type { ChatOutcome } from "../types.ts";
import type { GuardedCall } from "./guarded-call.ts";
import { readJsonLines } from "./read-lines.ts";
import type { BatchModel } from "./types.ts";

interface Line {
  custom_id: string;
  response: { status_code: number; body: unknown } | null;
  error: { code?: string | null; message?: string | null } | null;
}

/** OpenAI's Batch interface, through the vendor's SDK: requests go as a file, results come as one or two. */
export function openaiBatch(settings: ModelSettings, call: GuardedCall): Omit<BatchModel, "id" | "refuse"> {
  const chat = settings.api === "chat";
  const endpoint = chat ? "/v1/chat/completions" : "/v1/responses";
  return {
    submit: (items) =>
      call(async (given) => {
        const client = await openOpenai(given);
        const lines = items.map(({ customId, request }) => {
          const body = chat ? completionParams(request, settings) : responseParams(request, settings);
          return `${JSON.stringify({ custom_id: customId, method: "POST", url: endpoint, body })}\n`;
        });
        const file = new File([lines.join("")], "batch.jsonl", { type: "application/jsonl" });
        const { id: input } = await client.files.create({ file, purpose: "batch" });
        const batch = await client.batches.create({
          ...{ input_file_id: input, endpoint, completion_window: "24h" },
        });
        return { kind: "submitted", batch: batch.id } as const;
      }),
    check: (batch) =>
      call(async (given) => {
        const client = await openOpenai(given);
        const { status, errors } = await client.batches.retrieve(batch);
        if (status === "failed") {
          const first = errors?.data?.[0];
          return { kind: "ended", problem: first?.message ?? first?.code ?? "no reason given" } as const;
        }
        const ended = status === "completed" || status === "expired" || status === "cancelled";
        return { kind: ended ? "ended" : "running" } as const;
      }),
    read: (batch, onResult) =>
      call(async (given) => {
        const client = await openOpenai(given);
        const found = await client.batches.retrieve(batch);
        for (const file of [found.output_file_id, found.error_file_id]) {
          if (file === undefined || file === null) continue;
          const content = await client.files.content(file);
          for await (const line of readJsonLines(content as unknown as Response)) {
            const { custom_id: customId } = line as Line;
            onResult(customId, outcomeOf(line as Line, chat));
          }
        }
        return { kind: "read" } as const;
      }),
  };
}

function outcomeOf({ response, error }: Line, chat: boolean): ChatOutcome {
  if (response === null) {
    return failed(failureReasons.unanswered(error?.message ?? error?.code ?? "no reason given"), "request");
  }
  const { status_code: status, body } = response;
  if (status !== 200) {
    const report = readErrorBody(body) ?? { message: JSON.stringify(body) };
    return failureOf({ ...report, status }, 0);
  }
  return chat ? outcomeOfCompletion(body as ReadCompletion) : outcomeOfResponse(body as ModelResponse);
}
