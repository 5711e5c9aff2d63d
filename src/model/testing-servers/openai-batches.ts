import type { ServerResponse } from "node:http";
import { sendJson } from "./loopback.ts";
import type { SeenRequest, ServerOptions } from "./types.ts";

interface Line {
  custom_id: string;
  url: string;
  body: any;
}

interface Batch {
  id: string;
  inputFile: string;
  endpoint: string;
  lines: Line[];
  polls: number;
  canceled: boolean;
  /** Made once, when the batch ends. */
  files: { output_file_id?: string; error_file_id?: string } | undefined;
}

interface World {
  makeAnswer(path: string, body: any): object;
  error(status: number, type: string, message: string): unknown;
}

/** The Files and Batches interfaces, as far as batches need them. */
export function openaiBatches({ batch: options = {} }: ServerOptions, { makeAnswer, error }: World) {
  const { polls: needed = 1, outcome = () => "succeeded", status = "completed" } = options;
  const order = options.order ?? ((ids: string[]) => ids.toReversed());
  const files = new Map<string, string>();
  const batches = new Map<string, Batch>();

  const saveFile = (text: string): string => {
    const id = `file-${files.size + 1}`;
    files.set(id, text);
    return id;
  };

  /** Unfinished requests of a batch that expired or was cancelled stand in the error file, like those that failed. */
  function finish({ lines, canceled }: Batch): NonNullable<Batch["files"]> {
    if (status === "failed") return {};
    const byId = new Map(lines.map((line) => [line.custom_id, line]));
    const outputs: object[] = [];
    const errors: object[] = [];
    for (const id of order([...byId.keys()])) {
      const { url, body } = byId.get(id)!;
      const result = canceled ? "canceled" : outcome(id);
      const head = { id: `batch_req_${id}`, custom_id: id };
      if (result === "succeeded") {
        const answer = { status_code: 200, request_id: `req_${id}`, body: makeAnswer(url, body) };
        outputs.push({ ...head, response: answer, error: null });
      } else if (result === "errored") {
        const answer = {
          status_code: 400,
          request_id: `req_${id}`,
          body: error(400, "invalid_request_error", "refused"),
        };
        errors.push({ ...head, response: answer, error: null });
      } else {
        const code = result === "expired" ? "batch_expired" : "batch_cancelled";
        errors.push({
          ...head,
          response: null,
          error: { code, message: `this request was not executed: ${code}` },
        });
      }
    }
    const write = (rows: object[]): string =>
      saveFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return {
      ...(outputs.length === 0 ? {} : { output_file_id: write(outputs) }),
      ...(errors.length === 0 ? {} : { error_file_id: write(errors) }),
    };
  }

  function describe(batch: Batch): object {
    const ended = batch.canceled || batch.polls >= needed;
    if (ended) batch.files ??= finish(batch);
    const failed = batch.lines.filter(
      ({ custom_id: id }) => batch.canceled || outcome(id) !== "succeeded",
    ).length;
    return {
      ...{ id: batch.id, object: "batch", endpoint: batch.endpoint, input_file_id: batch.inputFile },
      ...{ completion_window: "24h", created_at: 1_700_000_000 },
      status: batch.canceled ? "cancelled" : ended ? status : "in_progress",
      ...batch.files,
      ...(ended && status === "failed"
        ? {
            errors: {
              object: "list",
              data: [{ code: "invalid_json_line", message: "a line is not valid", line: 1 }],
            },
          }
        : {}),
      request_counts: {
        total: batch.lines.length,
        completed: ended ? batch.lines.length - failed : 0,
        failed: ended ? failed : 0,
      },
    };
  }

  function create({ body }: SeenRequest, response: ServerResponse): void {
    const text = files.get(body?.input_file_id);
    if (text === undefined) {
      sendJson(response, 400, error(400, "invalid_request_error", "no such input file"));
      return;
    }
    const id = `batch_${batches.size + 1}`;
    const lines = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
    const { input_file_id: inputFile, endpoint } = body;
    batches.set(id, { ...{ id, inputFile, endpoint, lines }, polls: 0, canceled: false, files: undefined });
    sendJson(response, 200, { ...describe(batches.get(id)!), status: "validating" });
  }

  return async (seen: SeenRequest, response: ServerResponse): Promise<void> => {
    const [, kind, id, action] = /^\/v1\/(files|batches)(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(seen.path) ?? [];
    if (kind === "files" && id === undefined && seen.method === "POST") {
      const file = await uploadedFile(seen);
      const made = {
        id: saveFile(file),
        object: "file",
        bytes: Buffer.byteLength(file),
        created_at: 1_700_000_000,
      };
      return sendJson(response, 200, {
        ...made,
        filename: "batch.jsonl",
        purpose: "batch",
        status: "processed",
      });
    }
    if (kind === "files" && files.has(id!)) {
      if (action === "content") {
        response.writeHead(200, { "content-type": "application/octet-stream" });
        return void response.end(files.get(id!));
      }
      if (seen.method === "DELETE") files.delete(id!);
      return sendJson(response, 200, { id, object: "file", deleted: seen.method === "DELETE" });
    }
    if (kind === "batches" && id === undefined && seen.method === "POST") return create(seen, response);
    const batch = batches.get(id ?? "");
    if (batch === undefined)
      return sendJson(response, 404, error(404, "invalid_request_error", `no ${kind} ${id}`));
    if (action === "cancel") batch.canceled = true;
    else batch.polls++;
    return sendJson(response, 200, describe(batch));
  };
}

async function uploadedFile({ raw, headers }: SeenRequest): Promise<string> {
  const form = await new Response(raw, {
    headers: { "content-type": headers["content-type"] ?? "" },
  }).formData();
  const file = form.get("file");
  return file === null || typeof file === "string" ? (file ?? "") : file.text();
}
