import { expect, test } from "vitest";
import { concurrency, killAndResume } from "./testing-kill.ts";

test("20 kills at random points: one run, complete, each kill costs at most the calls on their way, and a replay without the server agrees", async () => {
  const report = await killAndResume({ kills: 20, repeat: 300, random: Math.random, process });
  expect(report).toMatchObject({
    kills: 20,
    code: 0,
    runs: 1,
    journaled: 600,
    stored: 600,
    replayAgrees: true,
  });
  expect(report.mostLost).toBeLessThanOrEqual(concurrency);
  expect(report.calls - report.planned).toBeLessThanOrEqual(20 * concurrency);
});
