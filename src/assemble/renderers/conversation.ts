import { quoteScalar } from "../security/index.ts";
import { RenderError } from "./render-error.ts";
import { type Fields, isNothing, takeFields, takeId, takeText } from "./take.ts";

/**
 * Where a conversation takes place, one key a line. Every name is a quoted scalar, so that none can begin a line of its
 * own. It depends on the value alone, so the prompt's bytes stay equal from turn to turn.
 */
export function renderConversation(value: unknown): string {
  if (isNothing(value)) return "";
  const conversation = takeFields(value, "the conversation");
  const lines = [
    `chat_id: ${needed("chat_id", takeId(conversation, "chat_id"))}`,
    `kind: ${kindOf(conversation)}`,
    ...lineOf("title", takeText(conversation, "title")),
    ...named("topic", conversation["topic"]),
    ...named("user", conversation["user"]),
  ];
  return `${lines.join("\n")}\n`;
}

function kindOf(conversation: Fields): string {
  const kind = needed("kind", takeText(conversation, "kind"));
  if (/^[a-z_]+$/.test(kind)) return kind;
  throw new RenderError("expected kind to be a word in small letters");
}

function lineOf(key: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`${key}: ${quoteScalar(text)}`];
}

/** `user: "Alice" ("@alice", id 789)`; a topic is named in the same way. */
function named(key: string, value: unknown): string[] {
  if (isNothing(value)) return [];
  const fields = takeFields(value, key);
  const handle = takeText(fields, "username");
  const id = takeId(fields, "id");
  const details = [
    ...(handle === undefined ? [] : [quoteScalar(withAt(handle))]),
    ...(id === undefined ? [] : [`id ${id}`]),
  ];
  const name = quoteScalar(needed(`${key}.name`, takeText(fields, "name")));
  return [`${key}: ${name}${details.length === 0 ? "" : ` (${details.join(", ")})`}`];
}

function needed(key: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new RenderError(`expected ${key}`);
}

function withAt(handle: string): string {
  return handle.startsWith("@") ? handle : `@${handle}`;
}
