import type { ChatMessage } from "../../model/index.ts";
import type { Wire } from "../types.ts";
import { type Conversation, type Said, takeTurn } from "./conversation.ts";
import { nextRequest } from "./next-request.ts";
import type { Run } from "./prepare.ts";

/** What a provider receives next. With every request answered, the user speaks first, and a new turn begins. */
export function peekNext(run: Run, pending: ChatMessage | null, following: readonly Said[]): Wire {
  const { conversation, session } = run;
  const { notUsers } = conversation;
  if (pending !== null) {
    return nextRequest(conversation.assembly, conversation.messages, notUsers);
  }
  const first = following.find((said): said is ChatMessage => !("event" in said));
  const said: ChatMessage =
    first !== undefined && first.role === "user" ? first : { role: "user", content: session.ask ?? "Go on." };
  const next: Conversation = {
    ...conversation,
    messages: [...conversation.messages, said],
    notices: new Map(conversation.notices),
    touched: new Set(conversation.touched),
    notUsers: new Set(conversation.notUsers),
    turnDue: true,
    stale: true,
  };
  takeTurn(next);
  return nextRequest(next.assembly, next.messages, next.notUsers);
}
