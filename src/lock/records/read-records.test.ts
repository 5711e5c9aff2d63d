import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";
import type { RecordLine } from "../../schema/index.ts";
import { readRecords, readRecordsFile } from "./read-records.ts";

const outcome = (session: string): RecordLine => ({
  ...{ strata: 1, event: "outcome", session, time: "2026-03-30T12:00:00.000Z", value: "pass" },
});
const line = (session: string) => JSON.stringify(outcome(session));

test("lines that are no record are skipped and counted, and the others kept in order", () => {
  const text = [line("a"), "not json", '{"strata":1}', "", "[]", "null", line("b"), "  ", ""].join("\n");
  expect(readRecords(text)).toEqual({ records: [outcome("a"), outcome("b")], broken: 4, torn: false });
});

test("a torn last line is told apart, and costs no other", () => {
  expect(readRecords(`${line("a")}\n${line("b").slice(0, 40)}`)).toEqual({
    ...{ records: [outcome("a")], broken: 1, torn: true },
  });
});

test("a last line that lacks its end alone is whole", () => {
  expect(readRecords(`${line("a")}\n${line("b")}`)).toMatchObject({ broken: 0, torn: false });
});

test("a torn character is a broken line, not an error", () => {
  const bytes = Buffer.from(`${line("a")}\n`);
  expect(readRecords(Buffer.concat([bytes, Buffer.from([0xc3]), Buffer.from("\n"), bytes]))).toEqual({
    ...{ records: [outcome("a"), outcome("a")], broken: 1, torn: false },
  });
});

describe("what is no record", () => {
  test.each([
    ["an outcome above 1", { value: 1.01 }],
    ["an outcome in words", { value: "good" }],
    ["another event", { event: "end" }],
    ["a newer format", { strata: 2 }],
    ["a session with a line end", { session: "a\nb" }],
    ["a cluster in clear", { cluster: "user-17" }],
    ["an unknown key", { note: "x" }],
  ])("%s", (_, change) => {
    expect(readRecords(JSON.stringify({ ...outcome("a"), ...change }))).toMatchObject({
      records: [],
      broken: 1,
    });
  });

  test.each([{ value: 0 }, { value: 1 }, { value: 0.5 }, { value: "fail" }])("but %j is one", (change) => {
    expect(readRecords(JSON.stringify({ ...outcome("a"), ...change })).records).toHaveLength(1);
  });
});

test("however a file of records is cut, only the last line is lost", () => {
  const sessions = fc.array(fc.stringMatching(/^[a-z€]{1,6}$/), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(sessions, fc.double({ min: 0, max: 1, noNaN: true }), (ids, share) => {
      const whole = Buffer.from(ids.map((id) => `${line(id)}\n`).join(""));
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      const ends = cut.filter((byte) => byte === 0x0a).length;
      const { records, broken, torn } = readRecords(cut);
      const rest = cut.length - (cut.lastIndexOf(0x0a) + 1);
      const isWhole = rest === Buffer.byteLength(line(ids[ends] ?? ""));
      expect(records).toEqual(ids.slice(0, ends + (isWhole ? 1 : 0)).map(outcome));
      expect([broken, torn]).toEqual(rest > 0 && !isWhole ? [1, true] : [0, false]);
    }),
  );
});

test("a file that is not there has no records; one that cannot be read is said by name", async () => {
  await using folder = await createFixture({ "sessions.jsonl": {} });
  expect(readRecordsFile(folder.getPath("absent"))).toEqual({ records: [], broken: 0, torn: false });
  expect(() => readRecordsFile(folder.getPath("sessions.jsonl"))).toThrow(
    /sessions\.jsonl {2}cannot be read/,
  );
});
