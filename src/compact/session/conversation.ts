import {
  advanceSession,
  type Assembly,
  type Combination,
  layerText,
  type Session,
  type SessionEvent,
  startSession,
} from "../../assemble/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { ExpectedRule } from "../types.ts";

/** What is said or done in a session. */
export type Said = ChatMessage | { event: SessionEvent };

/** A session with its conversation, as it goes on. */
export interface Conversation {
  combination: Combination;
  session: Session;
  assembly: Assembly;
  messages: ChatMessage[];
  /** Messages that no user said: reload notices, summaries, reminders. */
  notUsers: Set<ChatMessage>;
  /** Of those: what a compaction wrote. */
  summaries: Set<ChatMessage>;
  /** Reload notices by layer, oldest first. */
  notices: Map<string, ChatMessage[]>;
  /** Files that were read or written, in the order of the first touch. */
  touched: Set<string>;
  /** Something happened since layers were last looked at for a turn. */
  stale: boolean;
  /** Files, configuration or reads changed since the last boundary. */
  edited: boolean;
  /** Boundaries that made it shorter. */
  compactions: number;
  /** A user message came without an event of its turn. */
  turnDue: boolean;
  /** An event began the turn of the user message that comes next. */
  turnGiven: boolean;
  /** Notices that wait for the results of a call that is open. */
  waiting: ChatMessage[];
}

export function startConversation(combination: Combination): Conversation {
  const { session, step } = startSession(combination);
  return {
    ...{ combination, session, assembly: step.assembly, messages: [], waiting: [] },
    ...{ notUsers: new Set(), summaries: new Set(), notices: new Map(), touched: new Set() },
    ...{ stale: false, edited: false, turnDue: false, turnGiven: false, compactions: 0 },
  };
}

/** Goes on by one message or event. Changes the conversation given: a session is a long list, and has one owner. */
export function say(conversation: Conversation, said: Said): void {
  if ("event" in said) {
    if (said.event.type === "turn") {
      conversation.turnDue = false;
      conversation.turnGiven = true;
    } else takeTurn(conversation);
    happen(conversation, said.event);
    return;
  }
  if (said.role === "user") {
    conversation.turnDue = !conversation.turnGiven;
    conversation.turnGiven = false;
  }
  conversation.messages.push(said);
  flush(conversation);
}

/** The turn of the last user message, where layers could look different in it. */
export function takeTurn(conversation: Conversation): void {
  if (conversation.turnDue && conversation.stale) happen(conversation, { type: "turn" });
  conversation.turnDue = false;
}

/** Applies an event of the session. */
export function happen(conversation: Conversation, event: SessionEvent): void {
  const before = conversation.session.injected.length;
  const { session, step } = advanceSession(conversation.session, event);
  conversation.session = session;
  conversation.assembly = step.assembly;
  if (event.type === "turn") conversation.stale = Object.keys(event.values ?? {}).length > 0;
  if (event.type === "write" || event.type === "configure" || event.type === "read") {
    conversation.stale = true;
    conversation.edited = true;
  }
  if (event.type === "write" || event.type === "read") conversation.touched.add(event.path);
  const layers = step.records.flatMap((record) => (record.type === "reloaded" ? [record.layer] : []));
  session.injected.slice(before).forEach((content, i) => {
    const message: ChatMessage = { role: "user", content };
    const layer = layers[i] ?? "";
    conversation.notices.set(layer, [...(conversation.notices.get(layer) ?? []), message]);
    conversation.notUsers.add(message);
    conversation.waiting.push(message);
  });
  if (step.toolResult !== null) appendToResult(conversation, step.toolResult);
  flush(conversation);
}

/** Notices stand behind the results of a call that is open: nothing may come between them. */
function flush(conversation: Conversation): void {
  const { messages, waiting } = conversation;
  if (waiting.length === 0 || hasOpenCall(messages)) return;
  messages.push(...waiting);
  conversation.waiting = [];
}

function hasOpenCall(messages: readonly ChatMessage[]): boolean {
  const at = messages.findLastIndex(({ role }) => role !== "tool");
  const last = messages[at];
  return last?.role === "assistant" && (last.toolCalls ?? []).length > messages.length - 1 - at;
}

/** What a folder's file adds to the result of a read. */
function appendToResult({ messages }: Conversation, text: string): void {
  const at = messages.findLastIndex(({ role }) => role === "tool");
  const result = messages[at];
  if (result !== undefined) messages[at] = { ...result, content: `${result.content}\n\n${text}` };
}

/** Whether a stack's compaction takes notices for conversation, as systems do that lose rules in it. */
function summarisesNotices({ combination }: Conversation): boolean {
  return combination.stack.session.shrinkInjected !== null;
}

/** The newest notice of each layer that is not in the prompt anew: what must stay whole. */
export function pinnedNotices(conversation: Conversation): Set<ChatMessage> {
  if (summarisesNotices(conversation)) return new Set();
  const { notices } = conversation;
  return new Set(
    [...notices].flatMap(([layer, all]) => (isReread(conversation, layer) ? [] : [all.at(-1)!])),
  );
}

/** Notices that say nothing any more once a boundary is passed: a newer one, or the prompt itself, says it. */
export function supersededNotices(conversation: Conversation): Set<ChatMessage> {
  if (summarisesNotices(conversation)) return new Set();
  const { notices } = conversation;
  return new Set(
    [...notices].flatMap(([layer, all]) => (isReread(conversation, layer) ? all : all.slice(0, -1))),
  );
}

function isReread({ combination }: Conversation, id: string): boolean {
  return combination.stack.layers.some((layer) => layer.id === id && layer.onCompact === "reread");
}

/** Rules that changed: what each layer's newest notice says, or, where it is built anew, its text. */
export function changedRules(conversation: Conversation): ExpectedRule[] {
  return [...conversation.notices].flatMap(([layer, all]) => {
    if (isReread(conversation, layer)) return [];
    const told = all.map(({ content }) => content);
    const newest = told.at(-1)!;
    return [{ layer, newest, older: told.slice(0, -1).filter((text) => !newest.includes(text)) }];
  });
}

export function textOfLayer(assembly: Assembly, id: string): string | null {
  const layer = assembly.layers.find((one) => one.id === id);
  return layer === undefined ? null : layerText(assembly, layer);
}
