import type { Messages } from "@anthropic-ai/sdk/resources/messages";
import { byteLength } from "../../util/index.ts";
import { cutSystem, mostBreakpoints } from "../cache-breaks.ts";
import { anyArguments } from "../check-request.ts";
import { maxTokensOf, type ModelSettings, splitId } from "../settings.ts";
import type { ChatMessage, ChatRequest } from "../types.ts";

type Params = Messages.MessageCreateParamsNonStreaming;
type Turn = Messages.UserMessageParam | Messages.AssistantMessageParam;

const cached = { cache_control: { type: "ephemeral" } } as const;

/**
 * A request as Anthropic's Messages interface takes it. The system text goes out byte for byte, in blocks that end where
 * cached tiers end; a tool loop's history takes a mark too, where the system text leaves one, since the next step sends
 * it all again.
 */
export function messageParams(request: ChatRequest, settings: ModelSettings): Params {
  const { parameters, output } = request;
  const tools = request.tools.map(({ name, description, schema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: { ...anyArguments, ...schema } satisfies Messages.Tool["input_schema"],
  }));
  const pieces = cutSystem(request.system, request.cacheBreaks ?? [], {
    ...(settings.cacheMinimum === undefined ? {} : { minimum: settings.cacheMinimum }),
    // Tools stand before the system text in what is cached.
    before: tools.length === 0 ? 0 : byteLength(JSON.stringify(tools)),
  });
  const marks = pieces.filter((piece) => piece.cached).length;
  const effort = parameters.effort as Messages.OutputConfig["effort"];
  const config: Messages.OutputConfig = {
    ...(effort === undefined ? {} : { effort }),
    ...(output === undefined
      ? {}
      : { format: { type: "json_schema", schema: output.schema as Record<string, unknown> } }),
  };
  return {
    model: splitId(settings.id).name,
    max_tokens: maxTokensOf(settings.id, parameters)!,
    ...(tools.length === 0 ? {} : { tools }),
    ...(pieces.length === 0
      ? {}
      : {
          system: pieces.map((piece) => ({
            type: "text",
            text: piece.text,
            ...(piece.cached ? cached : {}),
          })),
        }),
    messages: anthropicTurns(request.messages, marks > 0 && marks < mostBreakpoints),
    ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
  };
}

/** A conversation as the Messages interface takes it; `mayMark` lets its history take a cache mark. */
export function anthropicTurns(messages: readonly ChatMessage[], mayMark = false): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === "assistant") turns.push(assistantTurn(message));
    else if (message.role === "user") addToUser(turns, { type: "text", text: message.content });
    else {
      addToUser(turns, {
        type: "tool_result",
        tool_use_id: message.callId,
        content: message.content,
        ...(message.isError ? { is_error: true } : {}),
      });
    }
  }
  if (mayMark) markHistory(turns);
  return turns.map(simplify);
}

function assistantTurn({ content, toolCalls = [] }: ChatMessage & { role: "assistant" }): Turn {
  const text = content === "" ? [] : [{ type: "text", text: content } as const];
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({
    ...({ type: "tool_use", id, name } as const),
    // Arguments that were no JSON come back as an object: nothing else is taken here.
    input: typeof input === "object" && input !== null ? input : { invalid: input },
  }));
  return { role: "assistant", content: [...text, ...calls] };
}

type UserBlock = Messages.TextBlockParam | Messages.ToolResultBlockParam;

/** All results of one step belong into one turn, before what the user says. */
function addToUser(turns: Turn[], block: UserBlock): void {
  const last = turns.at(-1);
  const blocks = last?.role === "user" ? (last.content as UserBlock[]) : undefined;
  if (blocks !== undefined && blocks.every(({ type }) => type === "tool_result")) blocks.push(block);
  else turns.push({ role: "user", content: [block] });
}

function markHistory(turns: Turn[]): void {
  const last = turns.at(-1);
  if (last?.role !== "user" || typeof last.content === "string") return;
  const block = last.content.at(-1);
  if (block?.type === "tool_result") Object.assign(block, cached);
}

/** One plain text is written as such. */
function simplify(turn: Turn): Turn {
  const [block, ...others] = turn.content;
  if (typeof block !== "object" || others.length > 0 || block.type !== "text") return turn;
  return { ...turn, content: block.text };
}
