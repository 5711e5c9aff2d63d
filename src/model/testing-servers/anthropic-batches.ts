import type { ServerResponse } from "node:http";
import { sendJson } from "./loopback.ts";
import type { BatchOutcome, SeenRequest, ServerOptions } from "./types.ts";

interface Batch {
  id: string;
  requests: { custom_id: string; params: any }[];
  polls: number;
  canceled: boolean;
  created: Date;
}

interface World {
  makeMessage(body: any): object;
  origin(): string;
  error(status: number, type: string, message: string): unknown;
}

/** The Message Batches interface: create, retrieve, results, cancel. */
export function anthropicBatches(
  { batch: options = {} }: ServerOptions,
  { makeMessage, origin, error }: World,
) {
  const { polls: needed = 1, outcome = () => "succeeded", order = (ids) => ids.toReversed() } = options;
  const batches = new Map<string, Batch>();

  const outcomeOf = (batch: Batch, id: string): BatchOutcome => (batch.canceled ? "canceled" : outcome(id));

  function describe(batch: Batch): object {
    const ended = batch.polls >= needed || batch.canceled;
    const counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
    for (const { custom_id: id } of batch.requests) counts[ended ? outcomeOf(batch, id) : "processing"]++;
    return {
      ...{ id: batch.id, type: "message_batch", processing_status: ended ? "ended" : "in_progress" },
      ...{ request_counts: counts, archived_at: null, cancel_initiated_at: null },
      created_at: batch.created.toISOString(),
      ended_at: ended ? new Date().toISOString() : null,
      expires_at: new Date(batch.created.getTime() + 86_400_000).toISOString(),
      results_url: ended ? `${origin()}/v1/messages/batches/${batch.id}/results` : null,
    };
  }

  function resultOf(batch: Batch, id: string, params: any): object {
    const result = outcomeOf(batch, id);
    if (result === "succeeded") return { type: "succeeded", message: makeMessage(params) };
    if (result !== "errored") return { type: result };
    return { type: "errored", error: error(400, "invalid_request_error", "this request is refused") };
  }

  function create(seen: SeenRequest, response: ServerResponse): void {
    const requests = seen.body?.requests;
    const ids = Array.isArray(requests) ? requests.map(({ custom_id: id }) => id) : [];
    const valid =
      ids.length > 0 && new Set(ids).size === ids.length && ids.every((id) => /^[\w-]{1,64}$/.test(id));
    if (!valid) {
      sendJson(
        response,
        400,
        error(400, "invalid_request_error", "requests: need unique ids of 1 to 64 characters"),
      );
      return;
    }
    const id = `msgbatch_${batches.size + 1}`;
    batches.set(id, { id, requests, polls: 0, canceled: false, created: new Date() });
    sendJson(response, 200, {
      ...describe(batches.get(id)!),
      processing_status: "in_progress",
      results_url: null,
    });
  }

  return (seen: SeenRequest, response: ServerResponse): void => {
    const [, id, action] = /^\/v1\/messages\/batches(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(seen.path) ?? [];
    if (id === undefined) {
      if (seen.method === "POST") return create(seen, response);
      const data = [...batches.values()].map(describe);
      return sendJson(response, 200, { data, has_more: false, first_id: null, last_id: null });
    }
    const batch = batches.get(id);
    if (batch === undefined) return sendJson(response, 404, error(404, "not_found_error", `no batch ${id}`));
    if (action === "cancel") batch.canceled = true;
    if (action !== "results") {
      // The results are fetched by way of the batch, which is no poll of its own.
      if (action === undefined) batch.polls++;
      return sendJson(response, 200, describe(batch));
    }
    const byId = new Map(batch.requests.map(({ custom_id, params }) => [custom_id, params]));
    response.writeHead(200, { "content-type": "application/x-jsonl" });
    for (const customId of order([...byId.keys()])) {
      const result = resultOf(batch, customId, byId.get(customId));
      response.write(`${JSON.stringify({ custom_id: customId, result })}\n`);
    }
    response.end();
  };
}
