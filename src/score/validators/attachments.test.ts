import fc from "fast-check";
import { expect, test } from "vitest";
import { groupsOf, mediaGroups } from "./media-groups.ts";
import { receipts } from "./receipts.ts";

const items = (...ids: (string | null)[]) => ids.map((media_group_id) => ({ media_group_id }));

test.each([
  [items("a", "a"), 1],
  [items("a", "a", "b", null, null, "c"), 5],
  [[{}, {}], 2],
  [items("", ""), 1],
  [items("a", "b", "a"), 3],
])("%j travel as %i groups", (attachments, expected) => {
  expect(groupsOf(attachments)).toHaveLength(expected);
});

test("a group that is torn apart is a problem, once however often", () => {
  expect(mediaGroups({ attachments: items("a", "b", "a", null, "a") })).toEqual([
    'attachments has other items within the group "a"',
  ]);
  expect(mediaGroups({ delivery: { attachments: items("a", null, "a") } })).toHaveLength(1);
});

test.each([
  [{ attachments: items("a", "a", "b", "b", null) }],
  [{ attachments: items(null, null) }],
  [{ attachments: null }],
  [{}],
  [null],
])("%j keeps its groups together", (answer) => {
  expect(mediaGroups(answer)).toEqual([]);
});

test("groups lose and reorder nothing, and sorted ids are never torn", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom("a", "b", "c"))), (ids) => {
      const attachments = items(...ids);
      expect(groupsOf(attachments).flat()).toEqual(attachments);
      const sorted = items(...ids.toSorted((a, b) => String(a).localeCompare(String(b))));
      expect(mediaGroups({ attachments: sorted })).toEqual([]);
    }),
  );
});

const receipt = (package_name: string, message: unknown = "x") => ({ package_name, message });

test.each([
  [[], 0],
  [[receipt("a"), receipt("b")], 0],
  [[receipt("a"), receipt("a")], 1],
  [[receipt("a", " ")], 1],
  [[receipt("a", 1)], 1],
  [["a"], 1],
])("receipts %j have %i problems", (used_skill_receipts, expected) => {
  expect(receipts({ used_skill_receipts })).toHaveLength(expected);
});

test("an answer without receipts is a problem", () => {
  expect(receipts({})).toHaveLength(1);
  expect(receipts([])).toHaveLength(1);
});
