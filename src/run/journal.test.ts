import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { openJournal, readJournal, repairJournal } from "./journal.ts";
import type { Trial } from "./types.ts";

const row = (id: string): Trial =>
  ({ requestKey: "sha256:0", case: id, output: "é\n😀" }) as unknown as Trial;

test("property: a journal that is cut anywhere holds every row before the cut, and goes on after a repair", async () => {
  await using fixture = await createFixture();
  const file = fixture.getPath("trials.jsonl");
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 }),
      fc.nat(),
      (ids, at) => {
        writeFileSync(file, "");
        const journal = openJournal(file);
        for (const id of ids) journal.append(row(id));
        journal.close();
        const bytes = readFileSync(file);
        const cut = bytes.subarray(0, at % (bytes.length + 1));
        writeFileSync(file, cut);
        const whole = cut.toString("latin1").split("\n").length - 1;
        const { rows, torn, broken } = readJournal(file);
        expect(rows.map((one) => one.case)).toEqual(ids.slice(0, whole));
        expect([torn, broken]).toEqual([cut.length > 0 && cut.at(-1) !== 0x0a, 0]);
        expect(repairJournal(file)).toBe(torn);
        const again = openJournal(file);
        again.append(row("new"));
        again.close();
        expect(readJournal(file)).toMatchObject({ torn: false, broken: 0, rows: { length: whole + 1 } });
      },
    ),
    { numRuns: 60 },
  );
});

test("a full disk is an error that names the file", () => {
  const journal = openJournal("/dev/full");
  expect(() => journal.append(row("a"))).toThrow(
    expect.objectContaining({ code: "ENOSPC", path: "/dev/full" }),
  );
  journal.close();
});

test("lines that are no trial are counted and left out; no file is an empty journal", async () => {
  await using fixture = await createFixture();
  const file = fixture.getPath("trials.jsonl");
  expect(readJournal(file)).toEqual({ rows: [], torn: false, broken: 0 });
  appendFileSync(file, 'null\n[]\n{"strata":2}\n');
  expect(readJournal(file)).toEqual({ rows: [], torn: false, broken: 3 });
});
