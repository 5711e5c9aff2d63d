import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { RenderError } from "./render-error.ts";
import { renderUserTurn } from "./user-turn.ts";

const author = { name: "Bo", username: "bo", id: 5 };
const turn = (kind: string, ...messages: object[]) => renderUserTurn({ kind, messages });

test("a direct chat has no author, a group has one", () => {
  expect(turn("dm", { id: 1, author, text: "hi" })).toBe('- id: 1\n  text: "hi"');
  expect(turn("group", { id: 1, author, text: "hi" })).toBe(
    '- id: 1\n  author:\n    name: "Bo"\n    username: "bo"\n    id: 5\n  text: "hi"',
  );
});

test("several messages are items of one sequence, and attachments are items of theirs", () => {
  const photo = { type: "photo", path: "/a.jpg", media_group_id: "g", secret: "not shown" };
  expect(
    turn("dm", { id: 1, attachments: [photo, { type: "voice", path: "/b.ogg" }] }, { id: 2, text: "x" }),
  ).toBe(
    '- id: 1\n  attachments:\n    - type: "photo"\n      path: "/a.jpg"\n      media_group_id: "g"\n    - type: "voice"\n      path: "/b.ogg"\n- id: 2\n  text: "x"',
  );
});

test("the text that is answered stands whole up to 240 characters, or when it cannot be fetched", () => {
  const answering = (reply_to: object) => parse(turn("dm", { id: 2, text: "x", reply_to }))[0];
  const fits = "😀".repeat(240);
  const long = `${fits}y`;
  expect(answering({ id: 1, author, text: fits, locator: "l" }).reply_to).toEqual({ author, text: fits });
  expect(answering({ id: 1, author, text: long }).reply_to).toEqual({ author, text: long });
  expect(answering({ id: 1, author, text: long, locator: "l" }).reply_to).toEqual({
    ...{ author, preview: `${fits}…`, locator: "l" },
  });
});

test("a message that the session already holds is named and not repeated", () => {
  const text = turn("dm", { id: 2, text: "x", reply_to: { id: 1, author, text: "said", in_session: true } });
  expect(text).toContain("    note: ");
  expect(text).not.toContain("said");
});

test("the id of what is answered stands also where nothing else is known of it", () => {
  expect(turn("dm", { id: 2, text: "x", reply_to: { id: 1 } })).toBe(
    '- id: 2\n  text: "x"\n  reply_to_id: 1',
  );
  expect(turn("dm", { id: 2, text: "x", reply_to: { author: { name: "Bo" } } })).toBe(
    '- id: 2\n  text: "x"\n  reply_to:\n    author:\n      name: "Bo"',
  );
});

test("nothing is no text", () => {
  expect(renderUserTurn(null)).toBe("");
});

test("whatever a user writes, it is YAML with that text and no further key", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
      fc.pre(text.isWellFormed());
      expect(parse(turn("group", { id: 1, author: { name: text }, text }))).toEqual([
        { id: 1, author: { name: text }, text },
      ]);
    }),
  );
});

test.each([
  [{ kind: "channel", messages: [] }],
  [{ kind: "dm" }],
  [{ kind: "dm", messages: ["hi"] }],
  [{ kind: "dm", messages: [{ id: "x" }] }],
  [{ kind: "dm", messages: [{ id: 1, attachments: "a.jpg" }] }],
  ["hi"],
])("%j is refused", (value) => {
  expect(() => renderUserTurn(value)).toThrow(RenderError);
});
