import { RenderError } from "./render-error.ts";
import { type Fields, isNothing, takeFields, takeId, takeList, takeText } from "./take.ts";
import { toYamlSequence, type YamlNode } from "./yaml-block.ts";

/** Characters of a preview. A longer text is previewed only when there is a locator to fetch all of it. */
const previewLength = 240;
const alreadyHere = "your latest message, which this session already holds";
const attachmentKeys = ["type", "path", "filename", "caption", "media_group_id"] as const;

/**
 * The messages of a user's turn as a YAML sequence. A direct chat has no author to tell apart; in a group each message
 * has one. Where the chat is, the prompt says.
 */
export function renderUserTurn(value: unknown): string {
  if (isNothing(value)) return "";
  const turn = takeFields(value, "the turn");
  const kind = takeText(turn, "kind");
  if (kind !== "dm" && kind !== "group") throw new RenderError("expected kind to be dm or group");
  return toYamlSequence(
    takeList(turn["messages"], "messages").map((item) => {
      const message = takeFields(item, "each message");
      const target = isNothing(message["reply_to"]) ? undefined : takeFields(message["reply_to"], "reply_to");
      return {
        id: idOf(message),
        author: kind === "group" ? authorOf(message) : undefined,
        text: textOf(message),
        attachments: attachmentsOf(message),
        reply_to_id: target && idOf(target),
        reply_to: target && targetOf(target),
      };
    }),
  );
}

/** The message that is answered: a note when the session has it, its text or a part of it, or what it has for a text. */
function targetOf(target: Fields): YamlNode | undefined {
  const shared = { author: authorOf(target), ...bodyOf(target) };
  return Object.values(shared).every((value) => value === undefined) ? undefined : shared;
}

function bodyOf(target: Fields): Record<string, YamlNode | undefined> {
  if (target["in_session"] === true) return { note: alreadyHere };
  const text = textOf(target);
  if (text === undefined) return { attachments: attachmentsOf(target) };
  const locator = takeText(target, "locator");
  const characters = [...text];
  if (locator === undefined || characters.length <= previewLength) return { text };
  return { preview: `${characters.slice(0, previewLength).join("")}…`, locator };
}

function textOf(message: Fields): string | undefined {
  const text = takeText(message, "text");
  return text === "" ? undefined : text;
}

function authorOf(message: Fields): YamlNode | undefined {
  if (isNothing(message["author"])) return undefined;
  const author = takeFields(message["author"], "author");
  return { name: takeText(author, "name"), username: takeText(author, "username"), id: idOf(author) };
}

function attachmentsOf(message: Fields): YamlNode | undefined {
  if (isNothing(message["attachments"])) return undefined;
  const attachments = takeList(message["attachments"], "attachments").map((item) => {
    const attachment = takeFields(item, "each attachment");
    return Object.fromEntries(attachmentKeys.map((key) => [key, takeText(attachment, key)]));
  });
  return attachments.length === 0 ? undefined : attachments;
}

function idOf(fields: Fields): bigint | undefined {
  const id = takeId(fields, "id");
  return id === undefined ? undefined : BigInt(id);
}
