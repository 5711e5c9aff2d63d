import type { ChatMessage } from "../../model/index.ts";
import type { HookCall, Trigger } from "../types.ts";

/** What a hook says; nothing is consent. A hook can refuse, and do nothing else to the conversation. */
export type HookVerdict = void | { decision?: "ok" | "deny"; reason?: string };

/** A hook of the user: it is told what is about to be compacted, and why. */
export type CompactHook = (call: {
  event: HookCall["event"];
  trigger: Trigger;
  transcript: readonly ChatMessage[];
  signal: AbortSignal;
}) => HookVerdict | Promise<HookVerdict>;

/** Runs a hook once. One that throws, or takes more milliseconds than `timeout`, has failed. */
export async function runHook(
  hook: CompactHook,
  event: HookCall["event"],
  trigger: Trigger,
  transcript: readonly ChatMessage[],
  timeout: number,
): Promise<HookCall> {
  const signal = AbortSignal.timeout(timeout);
  const late = Promise.withResolvers<never>();
  const onAbort = (): void => late.reject(new Error(`the hook took more than ${timeout} ms`));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const verdict = await Promise.race([hook({ event, trigger, transcript, signal }), late.promise]);
    if (verdict?.decision !== "deny") return { event, trigger, verdict: "ok" };
    return { event, trigger, verdict: "refused", reason: verdict.reason ?? "the hook refused" };
  } catch (error) {
    return {
      event,
      trigger,
      verdict: "failed",
      reason: error instanceof Error ? error.message : String(error),
    };
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The verdict of a hook that is a process: a non-zero exit denies, and so does `{"decision": "deny"}` or "block" on stdout. */
export function processVerdict({
  exitCode,
  stdout,
}: {
  exitCode: number | null;
  stdout: string;
}): HookVerdict {
  if (exitCode !== 0) return { decision: "deny", reason: `the hook ended with ${exitCode ?? "a signal"}` };
  try {
    const { decision, reason } = JSON.parse(stdout) as { decision?: unknown; reason?: unknown };
    if (decision !== "deny" && decision !== "block") return undefined;
    return { decision: "deny", ...(typeof reason === "string" ? { reason } : {}) };
  } catch {
    // What is not JSON is a message for people.
    return undefined;
  }
}
