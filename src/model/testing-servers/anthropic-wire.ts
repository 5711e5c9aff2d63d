import { event, type FullAnswer, pieces } from "./answers.ts";
import type { Block } from "./prompt-cache.ts";
import type { Asked } from "./types.ts";

const stops = {
  end: "end_turn",
  length: "max_tokens",
  tool: "tool_use",
  refusal: "refusal",
  filtered: "refusal",
} as const;

const list = (value: unknown): any[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

function blocksOf(content: unknown): any[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : list(content);
}

/** The blocks of a request in the order of its cached prefix: tools, system, messages. */
export function readBlocks(body: any): Block[] {
  const block = (kind: string, { cache_control: mark, ...rest }: any): Block => ({
    text: kind + (rest.type === "text" ? rest.text : JSON.stringify(rest)),
    marked: mark !== undefined && mark !== null,
  });
  return [
    ...list(body.tools).map((tool) => block("tool:", tool)),
    ...blocksOf(body.system ?? []).map((part) => block("", part)),
    ...list(body.messages).flatMap((message) =>
      blocksOf(message.content).map((part) => block(`${message.role}:`, part)),
    ),
  ];
}

export function readAsked(body: any): Asked {
  const text = (part: any): string => (part.type === "text" ? part.text : JSON.stringify(part));
  const plain = ({ cache_control: _, ...rest }: any) => rest;
  return {
    model: body.model,
    system: blocksOf(body.system ?? [])
      .map(text)
      .join(""),
    messages: list(body.messages).map(({ role, content }) => ({
      role,
      text: blocksOf(content)
        .map((part) => text(plain(part)))
        .join("\n"),
    })),
    tools: list(body.tools).map(({ name }) => name),
    body,
  };
}

/** What the vendor refuses with 400, as far as it matters here. */
export function requestError(body: any): string | undefined {
  if (typeof body !== "object" || body === null) return "the body is not a JSON object";
  if (!Number.isInteger(body.max_tokens) || body.max_tokens < 0) return "max_tokens: Field required";
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    return "messages: at least one is required";
  for (const field of ["temperature", "top_p", "top_k", "seed"]) {
    if (field in body) return `${field}: Extra inputs are not permitted`;
  }
  const marks = readBlocks(body).filter(({ marked }) => marked).length;
  if (marks > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`;
  const texts = [...blocksOf(body.system ?? []), ...body.messages.flatMap((m: any) => blocksOf(m.content))];
  if (texts.some(({ type, text }) => type === "text" && text.trim() === "")) {
    return "text content blocks must contain non-whitespace text";
  }
  const first = body.messages[0];
  return first.role === "user" ? undefined : "messages: first message must use the user role";
}

export function messageBody(id: string, model: string, answer: FullAnswer, usage: object) {
  const { text, toolCalls, stop } = answer;
  return {
    ...{ id, type: "message", role: "assistant", model, container: null, diagnostics: null },
    content: [
      ...(text === "" ? [] : [{ type: "text", text, citations: null }]),
      ...toolCalls.map((call) => ({
        ...{ type: "tool_use", id: call.id, name: call.name },
        input: JSON.parse(call.arguments) as unknown,
      })),
    ] as any[],
    stop_reason: stops[stop],
    stop_details: stop === "filtered" ? { type: "refusal", category: "cyber", explanation: null } : null,
    stop_sequence: null,
    usage,
  };
}

/** The events that stream a message. */
export function messageEvents(message: ReturnType<typeof messageBody>): string[] {
  const { content, stop_reason, stop_details, stop_sequence, usage, ...head } = message;
  const { output_tokens, output_tokens_details, ...input } = usage as Record<string, unknown>;
  const named = (data: { type: string; [key: string]: unknown }): string => event(data.type, data);
  const start = {
    ...head,
    ...{ content: [], stop_reason: null, stop_details: null, stop_sequence: null },
    usage: { ...input, output_tokens: 1, output_tokens_details: null },
  };
  return [
    named({ type: "message_start", message: start }),
    named({ type: "ping" }),
    ...content.flatMap((block, index) => [
      named({
        ...{ type: "content_block_start", index },
        content_block: block.type === "text" ? { ...block, text: "" } : { ...block, input: {} },
      }),
      ...pieces(block.type === "text" ? block.text : JSON.stringify(block.input)).map((piece) =>
        named({
          ...{ type: "content_block_delta", index },
          delta:
            block.type === "text"
              ? { type: "text_delta", text: piece }
              : { type: "input_json_delta", partial_json: piece },
        }),
      ),
      named({ type: "content_block_stop", index }),
    ]),
    named({
      ...{ type: "message_delta", delta: { stop_reason, stop_details, stop_sequence, container: null } },
      usage: { output_tokens, output_tokens_details, input_tokens: null },
    }),
    named({ type: "message_stop" }),
  ];
}
