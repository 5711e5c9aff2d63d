import type { ChatMessage } from "../../model/index.ts";
import type { Edit } from "../split-session.ts";
import type { PlannedSurvival } from "./types.ts";

/** What is said, and when the memory file is changed. An edit in the middle of a turn ends the session there. */
export function conversationOf({ session, edit, edited }: PlannedSurvival): {
  messages: ChatMessage[];
  edits: Edit[];
} {
  const messages: ChatMessage[] = session.messages;
  if (edited === null || edit === "none") return { messages, edits: [] };
  const event = { type: "write", path: edited.path, content: edited.text } as const;
  if (edit === "before") {
    const wanted = Math.floor(messages.length / 3);
    const at = messages.findIndex(({ role }, index) => role === "user" && index >= wanted);
    return { messages, edits: [{ at: Math.max(0, at), event }] };
  }
  const open = messages.findLastIndex(
    ({ role }, index) => role === "tool" && messages[index + 1]?.role === "assistant",
  );
  const cut = open === -1 ? messages : opened(messages, open + 1);
  return { messages: cut, edits: [{ at: cut.length, event }] };
}

const cuts = new WeakMap<readonly ChatMessage[], ChatMessage[]>();

/** The same list for the same session, so that what is known of it is found again. */
function opened(messages: readonly ChatMessage[], end: number): ChatMessage[] {
  let cut = cuts.get(messages);
  if (cut === undefined) cuts.set(messages, (cut = messages.slice(0, end)));
  return cut;
}
