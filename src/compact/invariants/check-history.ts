import { pairProblems } from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { Boundary, Expectations } from "../types.ts";
import { conversationIn, type Report } from "./context.ts";

/** The conversation is valid, smaller or as it was, and the user's open request stands in it once. */
export function checkHistory(boundary: Boundary, expectations: Expectations, report: Report): void {
  const { before, after, outcome, tokens, observable } = boundary;
  const old = conversationIn(before);
  const messages = conversationIn(after);
  // What was invalid before the boundary is not its fault.
  const known = new Set(pairProblems(old).map(({ kind, callId }) => `${kind} ${callId}`));
  for (const { kind, callId } of pairProblems(messages)) {
    if (!known.has(`${kind} ${callId}`)) report(kind, callId, {});
  }
  checkRequest(old, messages, boundary, expectations, report);
  if (outcome.kind === "compacted") {
    if (observable && tokens.after >= tokens.before) report("not-smaller", "history", tokens);
    return;
  }
  const reason = outcome.reason;
  report("history-kept", "history", { reason }, outcome.kind === "failed" ? "warning" : "info");
  const same = old.every((message, i) => message === messages[i] || isSaidAgain(message, messages[i]));
  if (!same) report("history-changed", "history", {});
}

/** What holds for a turn alone stands around a message, and may be gone or other in the next request. */
function isSaidAgain(before: ChatMessage, after: ChatMessage | undefined): boolean {
  if (after === undefined || before.role !== after.role) return false;
  return (
    before.content === after.content ||
    before.content.includes(after.content) ||
    after.content.includes(before.content)
  );
}

function checkRequest(
  old: readonly ChatMessage[],
  messages: readonly ChatMessage[],
  { outcome }: Boundary,
  { pending, notUsers }: Expectations,
  report: Report,
): void {
  if (pending === null) return;
  const written = new Set(
    outcome.kind === "compacted" ? outcome.summaries.map((i) => outcome.messages[i]!) : [],
  );
  const isUsers = (message: ChatMessage): boolean =>
    message.role === "user" && !written.has(message) && !notUsers.has(message);
  const text = pending.content;
  const said = (list: readonly ChatMessage[]): ChatMessage[] =>
    list.filter(
      (message) => isUsers(message) && (message.content === text || message === list.findLast(isUsers)),
    );
  const found = said(messages).filter(({ content }) => content.includes(text)).length;
  const args = { text: text.length > 80 ? `${text.slice(0, 80)}…` : text };
  if (found === 0) report("request-lost", "request", args);
  else if (found > said(old).filter(({ content }) => content.includes(text)).length)
    report("request-twice", "request", args);
  else if (
    !messages
      .findLast((message) => isUsers(message) && !isReminder(message, old, outcome))!
      .content.includes(text)
  ) {
    report("request-not-last", "request", args);
  }
}

/** A reminder is neither of the history before nor of the outcome. */
function isReminder(
  message: ChatMessage,
  old: readonly ChatMessage[],
  outcome: Boundary["outcome"],
): boolean {
  return (
    outcome.kind === "compacted" &&
    !outcome.messages.includes(message) &&
    !old.includes(message) &&
    !old.some(({ content }) => message.content.includes(content))
  );
}
