import type { Boundary, Expectations } from "../types.ts";
import { sha256 } from "../../util/index.ts";
import type { Report } from "./context.ts";

/** Hooks ran once each with the right trigger, and the whole transcript is archived. */
export function checkHooks(
  { hooks, outcome, archive }: Boundary,
  expectations: Expectations,
  archived: string | null,
  report: Report,
): void {
  const found = hooks.map(({ event }) => event);
  const expected = expectations.hooks;
  if (found.join() !== expected.join()) report("hook-count", "hooks", { expected, found });
  for (const { event, trigger } of hooks) {
    if (trigger !== expectations.trigger) {
      report("hook-trigger", event, { expected: expectations.trigger, found: trigger });
    }
  }
  if (archive === null) {
    if (outcome.kind === "compacted") report("no-archive", "archive", {});
    return;
  }
  if (archived !== expectations.transcript || archive !== sha256(expectations.transcript)) {
    report("archive-incomplete", "archive", {});
  }
}
