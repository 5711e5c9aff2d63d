import { event, type FullAnswer, pieces } from "./answers.ts";
import type { CacheUse } from "./prompt-cache.ts";
import type { Asked } from "./types.ts";

const list = (value: unknown): any[] => (Array.isArray(value) ? value : []);

function itemsOf(body: any): any[] {
  if (typeof body.input === "string") return [{ role: "user", content: body.input }];
  return list(body.input ?? body.messages);
}

/** The prompt in the order in which OpenAI caches it: tools, system, messages. */
export function promptOf(body: any): string {
  const parts = [...list(body.tools).map((tool) => JSON.stringify(tool)), body.instructions ?? ""];
  return [...parts, ...itemsOf(body).map((item) => JSON.stringify(item))].join("\n");
}

export function readAsked(body: any): Asked {
  const items = itemsOf(body);
  const isSystem = ({ role }: any): boolean => role === "system" || role === "developer";
  const text = (item: any): string =>
    typeof item.content === "string" ? item.content : JSON.stringify(item);
  return {
    model: body.model,
    system: body.instructions ?? items.filter(isSystem).map(text).join(""),
    messages: items
      .filter((item) => !isSystem(item))
      .map((item) => ({ role: item.role ?? item.type, text: text(item) })),
    tools: list(body.tools).map((tool) => tool.name ?? tool.function?.name),
    body,
  };
}

export function responseBody(count: number, model: string, answer: FullAnswer, use: CacheUse): any {
  const { text, toolCalls, stop, output, reasoning } = answer;
  const part =
    stop === "refusal"
      ? { type: "refusal", refusal: text }
      : { type: "output_text", text, annotations: [], logprobs: [] };
  const cut = stop === "length" || stop === "filtered";
  return {
    ...{ id: `resp_${count}`, object: "response", created_at: 1_700_000_000, model, error: null },
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: stop === "length" ? "max_output_tokens" : "content_filter" } : null,
    output: [
      ...(text === ""
        ? []
        : [
            {
              ...{ type: "message", id: `msg_${count}`, role: "assistant", status: "completed" },
              content: [part],
            },
          ]),
      ...toolCalls.map((call, i) => ({
        ...{ type: "function_call", id: `fc_${count}_${i}`, call_id: call.id, status: "completed" },
        ...{ name: call.name, arguments: call.arguments },
      })),
    ],
    usage: {
      input_tokens: use.total,
      input_tokens_details: { cached_tokens: use.read, cache_write_tokens: use.written },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: use.total + output,
    },
  };
}

/** The events that stream a response. */
export function responseEvents(response: any): string[] {
  let sequence = 0;
  const named = (type: string, data: object): string =>
    event(type, { type, sequence_number: sequence++, ...data });
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  return [
    named("response.created", { response: begun }),
    named("response.in_progress", { response: begun }),
    ...response.output.flatMap((item: any, index: number) => [
      named("response.output_item.added", { output_index: index, item: { ...item, status: "in_progress" } }),
      ...(item.type === "message" && item.content[0].type === "output_text"
        ? pieces(item.content[0].text).map((delta) =>
            named("response.output_text.delta", {
              ...{ item_id: item.id, output_index: index, content_index: 0, delta, logprobs: [] },
            }),
          )
        : []),
      named("response.output_item.done", { output_index: index, item }),
    ]),
    named(response.status === "completed" ? "response.completed" : "response.incomplete", { response }),
  ];
}

const finishes = {
  end: "stop",
  length: "length",
  tool: "tool_calls",
  refusal: "stop",
  filtered: "content_filter",
} as const;

export function completionBody(count: number, model: string, answer: FullAnswer, use: CacheUse): any {
  const { text, toolCalls, stop, output, reasoning } = answer;
  const calls = toolCalls.map((call) => ({
    ...{ id: call.id, type: "function" },
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    ...{ id: `chatcmpl-${count}`, object: "chat.completion", created: 1_700_000_000, model },
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: stop === "refusal" || text === "" ? null : text,
          refusal: stop === "refusal" ? text : null,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        finish_reason: finishes[stop],
        logprobs: null,
      },
    ],
    usage: {
      prompt_tokens: use.total,
      prompt_tokens_details: { cached_tokens: use.read },
      completion_tokens: output,
      completion_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: use.total + output,
    },
  };
}

/** The chunks that stream a completion. */
export function completionEvents({ choices, usage, ...head }: any, body: any): string[] {
  const { message, finish_reason } = choices[0];
  const chunk = (delta: object, finish: string | null = null): string =>
    event(null, {
      ...head,
      ...{ object: "chat.completion.chunk", usage: null },
      choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
    });
  return [
    chunk({ role: "assistant", content: "" }),
    ...pieces(message.content ?? "").map((content) => chunk({ content })),
    ...pieces(message.refusal ?? "").map((refusal) => chunk({ refusal })),
    ...list(message.tool_calls).flatMap((call, index) => [
      chunk({
        tool_calls: [
          {
            ...{ index, id: call.id, type: "function" },
            function: { name: call.function.name, arguments: "" },
          },
        ],
      }),
      ...pieces(call.function.arguments).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk({}, finish_reason),
    ...(body.stream_options?.include_usage
      ? [event(null, { ...head, object: "chat.completion.chunk", choices: [], usage })]
      : []),
    event(null, "[DONE]"),
  ];
}
