import type { Answer, ChatMessage, ChatRequest, ToolCall } from "../model/index.ts";
import { scriptedResult } from "../score/index.ts";
import { runReasons } from "./messages.ts";
import { messageOf, placeAround } from "./request.ts";
import type { Script } from "./types.ts";

/** How a conversation ended: with its last answer, without one, or before a call could be made. */
export type Ending =
  /** `calls`: of the case's tools, in order; missing where it has none. */
  | { kind: "answer"; text: string; calls?: ToolCall[] }
  /** `output`: what there is of an answer, to be shown. */
  | { kind: "unmeasured"; reason: string; output: string | null }
  | { kind: "stopped" };

/** What came of one call. */
export type Reply = Answer | { kind: "unmeasured"; reason: string } | { kind: "stopped" };

/**
 * Leads a conversation to its end: tools return what the script says, the user's turns follow one another, and the
 * model is asked until it stops. Without a script one answer is all.
 */
export async function converse(
  first: ChatRequest,
  script: Script | null,
  ask: (request: ChatRequest) => Promise<Reply>,
): Promise<Ending> {
  if (script === null) return endWith(await ask(first));
  const history: ChatMessage[] = script.opening.map(messageOf);
  const later = [...script.turns];
  const maxSteps = script.tools?.maxSteps ?? Infinity;
  const made: ToolCall[] = [];
  let hinted = false;
  for (let step = 1; step <= maxSteps + script.turns.length; step++) {
    const request = { ...first, messages: placeAround(history, script.around) };
    const reply = await ask(request);
    const ending = endWith(reply, script.tools !== null);
    if (reply.kind !== "answer" || ending.kind !== "answer") return ending;
    const { text, toolCalls = [] } = reply;
    history.push({ role: "assistant", content: text, ...(toolCalls.length > 0 ? { toolCalls } : {}) });
    made.push(...toolCalls);
    for (const call of toolCalls) {
      const hint = hinted ? undefined : script.around.toolResult;
      history.push(resultOf(call, script.tools!, hint));
      hinted = true;
    }
    if (toolCalls.length > 0) continue;
    if (later.length === 0) return script.tools === null ? ending : { ...ending, calls: made };
    // Assistant turns that are written follow a written user turn; up to the next question they are history.
    const next = later.findIndex((turn, i) => "user" in turn && !("assistant" in (later[i + 1] ?? {})));
    history.push(...later.splice(0, next + 1).map(messageOf));
  }
  return { kind: "unmeasured", reason: runReasons.tooManySteps(maxSteps), output: null };
}

function endWith(reply: Reply, hasTools = false): Ending {
  if (reply.kind === "stopped") return reply;
  if (reply.kind === "unmeasured") return { ...reply, output: null };
  const { text, stop, toolCalls = [] } = reply;
  if (stop === "length") return { kind: "unmeasured", reason: runReasons.truncated(), output: text };
  if (toolCalls.length > 0 && !hasTools) {
    const names = toolCalls.map(({ name }) => name).join(", ");
    // An answer in words that also calls a tool can be graded; a call alone says nothing to grade.
    if (text.trim() === "") {
      return { kind: "unmeasured", reason: runReasons.unscriptedTool(names), output: null };
    }
  }
  return { kind: "answer", text };
}

/** What an agent's folder hints add stands behind the first result, after a blank line. */
function resultOf(
  call: ToolCall,
  tools: NonNullable<Script["tools"]>,
  hint: string | undefined,
): ChatMessage {
  const { result, isError } = scriptedResult(call, tools.results) ?? { result: tools.default, isError: true };
  const content = hint === undefined ? result : `${result}\n\n${hint}`;
  return { role: "tool", callId: call.id, content, ...(isError ? { isError: true as const } : {}) };
}
