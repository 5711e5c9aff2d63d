import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { readRecordsFile } from "./read-records.ts";

const writers = 16;
const each = 1000;

/** A process that records the outcomes of its own sessions, as agents beside each other do; some lines are long. */
const writer = `
  import { recordEvent } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "record-session.ts")).href)};
  const [dir, name, count] = process.argv.slice(2);
  for (let i = 0; i < Number(count); i++) {
    recordEvent(
      { session: name + "-" + i, event: "reload", layer: "x".repeat(i % 100 === 0 ? 60_000 : i % 300) },
      { dir, now: new Date(0) },
    );
  }
`;

const expected = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}-${i}`);

test("of 16 processes that record 1,000 times each, nothing is lost and nothing torn", async () => {
  await using folder = await createFixture({ "writer.ts": writer, records: {} });
  const names = Array.from({ length: writers }, (_, i) => `w${i}`);
  const codes = await Promise.all(
    names.map((name) => run(folder.getPath("writer.ts"), folder.getPath("records"), name)),
  );
  expect(codes).toEqual(names.map(() => 0));
  const file = folder.getPath("records", "sessions.jsonl");
  const { records, broken, torn } = readRecordsFile(file);
  expect([records.length, broken, torn]).toEqual([writers * each, 0, false]);
  // Each writer's own records are there in its own order, and there is no line beside them.
  const bySession = Map.groupBy(records, ({ session }) => session.split("-")[0]!);
  for (const name of names) {
    expect(bySession.get(name)!.map(({ session }) => session)).toEqual(expected(name, each));
  }
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.filter((line) => line !== "")).toHaveLength(writers * each);
});

test("writers that are killed, and lines torn between the others' writes, cost no other writer a record", async () => {
  await using folder = await createFixture({ "writer.ts": writer, records: {} });
  const file = folder.getPath("records", "sessions.jsonl");
  const names = ["w0", "w1", "w2", "w3"];
  const survivors = Promise.all(
    names.map((name) => run(folder.getPath("writer.ts"), folder.getPath("records"), name)),
  );
  let done = false;
  void survivors.then(() => (done = true));
  let torn = 0;
  for (let i = 0; !done; i++) {
    const victim = start(folder.getPath("writer.ts"), folder.getPath("records"), `victim${i}`);
    const closed = once(victim, "close");
    for (let k = 0; k < 20 && !done; k++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // As a writer leaves it that is stopped in the middle of its line.
      appendFileSync(file, '{"event":"outc');
      torn++;
    }
    victim.kill("SIGKILL");
    await closed;
  }
  expect(await survivors).toEqual([0, 0, 0, 0]);
  const { records, broken } = readRecordsFile(file);
  const sessions = records.map(({ session }) => session);
  for (const name of names) {
    // A line that was glued to a torn one was written again: the whole ones are there once each.
    expect(sessions.filter((session) => session.startsWith(`${name}-`))).toEqual(expected(name, each));
  }
  expect(torn).toBeGreaterThan(0);
  expect(broken).toBeGreaterThan(0);
});

function start(script: string, dir: string, name: string) {
  return spawn(process.execPath, [script, dir, name, String(each)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function run(script: string, dir: string, name: string): Promise<number | null> {
  const [code] = (await once(start(script, dir, name), "close")) as [number | null];
  return code;
}
