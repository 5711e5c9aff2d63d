import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aRepository } from "./testing.ts";

const cli = path.join(import.meta.dirname, "../cli.ts");

test("an interrupt in the middle of a long offline run ends it with 130, and what was done is kept", async () => {
  await using repository = await aRepository();
  const child = spawn(process.execPath, [cli, "eval", "--repeat", "1000"], { cwd: repository.path });
  const journal = () => {
    const runs = repository.getPath("reports/runs");
    return readFileSync(path.join(runs, readdirSync(runs)[0]!, "trials.jsonl"), "utf8");
  };
  await expect.poll(() => journal().length, { timeout: 25_000 }).toBeGreaterThan(10_000);
  child.kill("SIGINT");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(130);
  const lines = journal().trimEnd().split("\n");
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ strata: 1 });
  // 7,000 were planned.
  expect(lines.length).toBeLessThan(7000);
});
