import type { ServerResponse } from "node:http";

/** What a server does instead of a good answer. */
export type Fault =
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** The connection is cut before anything is answered. */
  | { kind: "reset" }
  /** Nothing is ever answered. */
  | { kind: "hang" }
  /** The connection is cut in the middle of the answer. */
  | { kind: "half" }
  /** The answer ends in its middle as if it were complete. */
  | { kind: "early-end" }
  /** The answer stops in its middle and the connection stays open. */
  | { kind: "stall" }
  | { kind: "html"; status?: number }
  | { kind: "redirect"; to: string; status?: number }
  /** 200 with an error as its body. */
  | { kind: "error-body"; body: unknown }
  /** An error event in the middle of the stream. */
  | { kind: "stream-error"; body: unknown }
  | { kind: "empty-body" }
  | { kind: "not-utf8" }
  | { kind: "not-json" }
  | { kind: "huge"; bytes: number }
  /** One JSON document although a stream was asked for. */
  | { kind: "no-stream" };

/** Answers with a fault that needs to know nothing of the interface. Returns whether it did. */
export function sendFault(response: ServerResponse, fault: Fault, streamed: boolean): boolean {
  const type = streamed ? "text/event-stream" : "application/json";
  switch (fault.kind) {
    case "status": {
      const body = typeof fault.body === "string" ? fault.body : JSON.stringify(fault.body ?? {});
      response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
      response.end(body);
      return true;
    }
    case "reset":
      response.socket?.resetAndDestroy();
      return true;
    case "hang":
      return true;
    case "html":
      response.writeHead(fault.status ?? 200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html><html><body><h1>Welcome</h1></body></html>");
      return true;
    case "redirect":
      response.writeHead(fault.status ?? 307, { location: fault.to });
      response.end();
      return true;
    case "error-body":
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(fault.body));
      return true;
    case "empty-body":
      response.writeHead(200, { "content-type": type });
      response.end();
      return true;
    case "not-json":
      response.writeHead(200, { "content-type": type });
      response.end(streamed ? "event: message_start\ndata: {not json\n\n" : "{not json");
      return true;
    case "not-utf8":
      response.writeHead(200, { "content-type": type });
      response.write(streamed ? 'event: ping\ndata: {"a":"' : '{"a":"');
      response.write(Buffer.from([0xc3, 0x28, 0xff]));
      response.end(streamed ? '"}\n\n' : '"}');
      return true;
    case "huge":
      sendHuge(response, type, fault.bytes);
      return true;
    default:
      return false;
  }
}

function sendHuge(response: ServerResponse, type: string, bytes: number): void {
  response.writeHead(200, { "content-type": type });
  response.write(": ");
  const part = Buffer.alloc(64 * 1024, "x");
  let sent = 0;
  const send = (): void => {
    while (sent < bytes && !response.destroyed) {
      sent += part.length;
      if (!response.write(part)) {
        response.once("drain", send);
        return;
      }
    }
    response.end();
  };
  send();
}

/** Sends the events of a stream, or what a fault leaves of them. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly string[],
  fault: Fault | null,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const broken = fault !== null && ["half", "early-end", "stall", "stream-error"].includes(fault.kind);
  // At least one event comes through and the last one never does.
  const count = broken ? Math.max(1, Math.floor(events.length / 2)) : events.length;
  for (const event of events.slice(0, count)) response.write(event);
  if (fault?.kind === "stream-error") {
    response.write(`event: error\ndata: ${JSON.stringify(fault.body)}\n\n`);
  }
  if (fault?.kind === "half") {
    // What was written must have left before the connection breaks.
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.socket?.destroy();
  } else if (fault?.kind !== "stall") response.end();
}
