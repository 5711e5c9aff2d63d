import fc from "fast-check";
import { expect, test } from "vitest";
import { pairProblems } from "./history/index.ts";
import type { ChatMessage } from "../model/index.ts";
import { splitSession } from "./split-session.ts";
import { arbitrarySession, fromLetters } from "./testing.ts";

const isMessage = (said: ReturnType<typeof splitSession>[number][number]): said is ChatMessage =>
  !("event" in said);

test("segments are about equally long, and begin with what the user says", () => {
  const segments = splitSession(fromLetters("ua".repeat(9)), 3);
  expect(segments.map(({ length }) => length)).toEqual([6, 6, 6]);
});

test("an event stands right before its message, and one behind the last message at the end", () => {
  const event = { type: "write", path: "A.md", content: "x" } as const;
  const messages = fromLetters("uaua");
  const edits = [
    { at: 2, event },
    { at: 4, event },
  ];
  expect(splitSession(messages, 2, edits)).toEqual([
    [messages[0], messages[1]],
    [{ event }, messages[2], messages[3], { event }],
  ]);
});

test("nothing is lost, doubled or parted, whatever the session", () => {
  const event = { type: "compaction" } as const;
  fc.assert(
    fc.property(arbitrarySession, fc.integer({ min: 1, max: 5 }), fc.nat(60), (messages, generations, at) => {
      const edits = [{ at: Math.min(at, messages.length), event }];
      const segments = splitSession(messages, generations, edits);
      expect(segments.flat().filter(isMessage)).toEqual(messages);
      expect(segments.flat().filter((said) => !isMessage(said))).toHaveLength(1);
      expect(segments.length).toBeLessThanOrEqual(generations);
      for (const segment of segments.slice(1)) expect(pairProblems(segment.filter(isMessage))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
