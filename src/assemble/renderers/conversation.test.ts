import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { renderConversation } from "./conversation.ts";
import { RenderError } from "./render-error.ts";

test("a direct chat and a topic of a group", () => {
  const user = { name: "Alice", username: "@alice", id: 789 };
  expect(renderConversation({ chat_id: 456, kind: "dm", user })).toBe(
    'chat_id: 456\nkind: dm\nuser: "Alice" ("@alice", id 789)\n',
  );
  const group = {
    chat_id: "-1001882204719",
    kind: "group",
    title: "Studio",
    topic: { name: "Kiln", id: 17 },
  };
  expect(renderConversation(group)).toBe(
    'chat_id: -1001882204719\nkind: group\ntitle: "Studio"\ntopic: "Kiln" (id 17)\n',
  );
  expect(renderConversation({ chat_id: 1, kind: "dm", user: { name: "A" } })).toBe(
    'chat_id: 1\nkind: dm\nuser: "A"\n',
  );
});

test("nothing is no text", () => {
  expect(renderConversation(null)).toBe("");
  expect(renderConversation(undefined)).toBe("");
});

test("whatever the title says, it is the value of one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (title) => {
      const text = renderConversation({ chat_id: 1, kind: "group", title });
      expect(text.match(/[\n\r\u0085\u2028\u2029]/g)).toHaveLength(3);
      expect(JSON.parse(text.slice(text.indexOf('"')))).toBe(title);
      if (title.isWellFormed()) expect(parse(text)).toEqual({ chat_id: 1, kind: "group", title });
    }),
  );
});

test.each([
  [{ kind: "dm" }],
  [{ chat_id: 1 }],
  [{ chat_id: "1\n## X", kind: "dm" }],
  [{ chat_id: 1.5, kind: "dm" }],
  [{ chat_id: 1, kind: "dm\n## X" }],
  [{ chat_id: 1, kind: "dm", user: {} }],
  [{ chat_id: 1, kind: "dm", user: "Alice" }],
  [{ chat_id: 1, kind: "dm", user: { name: "A", id: "7 or 8" } }],
  ["dm"],
])("%j is refused", (value) => {
  expect(() => renderConversation(value)).toThrow(RenderError);
});
