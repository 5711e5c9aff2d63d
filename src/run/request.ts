import { type Assembly, layerText } from "../assemble/index.ts";
import type { Case, Stack } from "../load/index.ts";
import {
  cacheKeyOf,
  type ChatMessage,
  type ChatRequest,
  type Parameters,
  type ToolDefinition,
} from "../model/index.ts";
import type { WrittenTurn } from "../schema/index.ts";
import { cacheBreaks } from "./cache-breaks.ts";
import type { Around, Script } from "./types.ts";

/** What a case asks: the first request, and how the conversation goes on. */
export interface Asking {
  request: ChatRequest;
  script: Script | null;
}

type AskingCase = Pick<Case, "input" | "turns" | "tools">;

/** The first request that a case makes of an answering model, and its script where one answer is not all. */
export function buildRequest(
  assembly: Assembly,
  stack: Stack,
  item: AskingCase,
  parameters: Parameters,
): Asking {
  const shared = sharedParts(assembly, stack);
  const turns: WrittenTurn[] = item.turns ?? [{ user: item.input! }];
  const asked = turns.findIndex((turn, i) => "user" in turn && !("assistant" in (turns[i + 1] ?? {})));
  const [opening, later] = [turns.slice(0, asked + 1), turns.slice(asked + 1)];
  const { definitions, ...results } = item.tools ?? {};
  const request: ChatRequest = {
    system: assembly.text,
    ...(shared.breaks.length === 0 ? {} : { cacheBreaks: shared.breaks, cacheKey: shared.cacheKey }),
    messages: placeAround(opening.map(messageOf), shared.around),
    tools: definitions?.map(withoutUndefined) ?? shared.tools,
    parameters,
    ...(shared.output === undefined ? {} : { output: shared.output }),
  };
  const scripted = later.length > 0 || item.tools !== undefined;
  const tools = item.tools === undefined ? null : (results as Script["tools"]);
  return { request, script: scripted ? { opening, turns: later, tools, around: shared.around } : null };
}

export function messageOf(turn: WrittenTurn): ChatMessage {
  return "user" in turn
    ? { role: "user", content: turn.user }
    : { role: "assistant", content: turn.assistant };
}

/**
 * The messages as they go out: what holds for one turn stands around the last thing the user said, and never around
 * what was said before; what is sent right behind the system prompt comes first. `isUsers` tells what the user said
 * from what bears the user's role alone. A message that nothing is added to stays the same object.
 */
export function placeAround(
  history: readonly ChatMessage[],
  around: Around,
  isUsers = ({ role }: ChatMessage): boolean => role === "user",
): ChatMessage[] {
  const user = (content: string | undefined): ChatMessage[] =>
    content === undefined ? [] : [{ role: "user", content }];
  const at = history.findLastIndex(isUsers);
  const said = history[at];
  if (said === undefined) return [...user(around.prefill), ...history];
  const text = [around.userPrefix, said.content, around.userSuffix].filter((part) => part !== undefined);
  return [
    ...user(around.prefill),
    ...history.slice(0, at),
    ...user(around.injected),
    ...(text.length === 1 ? [said] : user(text.join("\n\n"))),
    ...history.slice(at + 1),
  ];
}

/** What an assembly puts around a conversation. */
export function aroundOf({ channels }: Assembly): Around {
  const texts = {
    prefill: channels.prefill?.text,
    injected: channels.injected?.text,
    userPrefix: channels.user_prefix?.text,
    userSuffix: channels.user_suffix?.text,
    toolResult: channels.tool_result?.text,
  };
  return withoutUndefined(texts);
}

/** A profile's answers keep its contract, so the provider is told of it. */
function outputOf({ profile }: Assembly, stack: Stack): ChatRequest["output"] {
  const id = stack.profiles.get(profile)?.contract;
  const contract = id === undefined ? undefined : stack.contracts.get(id);
  return contract === undefined ? undefined : { name: contract.id, schema: contract.schema };
}

interface SharedParts {
  breaks: number[];
  cacheKey: string;
  tools: ToolDefinition[];
  output: ChatRequest["output"];
  around: Around;
}

/** Characters: OpenAI takes a key of 64 at most, 49 of which are the digest and its colon. */
const longestNamespace = 15;

const shared = new WeakMap<Assembly, SharedParts>();

/** What all requests of an assembly have in common, made once. */
function sharedParts(assembly: Assembly, stack: Stack): SharedParts {
  let made = shared.get(assembly);
  if (made === undefined) {
    const tools = assembly.tools.map(({ name, description }) => withoutUndefined({ name, description }));
    made = {
      breaks: cacheBreaks(assembly, stack),
      cacheKey: cacheKeyOf(stack.id.slice(0, longestNamespace), cachedTexts(assembly, stack), tools),
      tools,
      ...{ output: outputOf(assembly, stack), around: aroundOf(assembly) },
    };
    shared.set(assembly, made);
  }
  return made;
}

/** The texts that stand in the cached prefix. */
function cachedTexts(assembly: Assembly, { tiers }: Stack): string[] {
  const cached = new Set(tiers.filter((tier) => tier.cached).map(({ id }) => id));
  return assembly.layers
    .filter(({ channel, tier }) => channel === "system" && cached.has(tier))
    .map((layer) => layerText(assembly, layer));
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
