import { type Archive, archiveTranscript, runHook } from "../hooks/index.ts";
import type { Compaction } from "../../load/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { Sha256 } from "../../util/index.ts";
import type { HookCall, Trigger } from "../types.ts";
import type { CompactSession } from "./compact-session.ts";

/** What came of the hooks of one event. */
interface Ran {
  calls: HookCall[];
  /** Why the compaction must not go on. */
  refusal: string | null;
  archived: Sha256 | null;
}

/** The hook calls that a boundary makes: one for each event that the stack has. */
export function plannedHooks({ hooks }: Compaction, session: CompactSession): HookCall["event"][] {
  return (["PreCompact", "PostCompact"] as const).filter((event) => {
    const settings = hooks[event];
    return (
      settings !== null &&
      (("archive" in settings && settings.archive) || userHook(event, hooks, session) !== null)
    );
  });
}

/** Runs what belongs to an event, once. The archive is written before a hook of the user is asked. */
export async function runHooks(
  event: HookCall["event"],
  { hooks }: Compaction,
  session: CompactSession,
  messages: readonly ChatMessage[],
  trigger: Trigger,
  archive: Archive,
): Promise<Ran> {
  const settings = hooks[event];
  const ran: Ran = { calls: [], refusal: null, archived: null };
  if (settings === null) return ran;
  const archives = "archive" in settings && settings.archive === true;
  const hook = userHook(event, hooks, session);
  if (!archives && hook === null) return ran;
  const both = async (call: Parameters<NonNullable<typeof hook>>[0]) => {
    if (archives) ran.archived = archiveTranscript(messages, archive);
    return await hook?.(call);
  };
  const call = await runHook(both, event, trigger, messages, settings.timeout);
  ran.calls.push(call);
  const refuses =
    call.verdict === "refused" || (call.verdict === "failed" && settings.onFailure === "refuse");
  if (refuses) ran.refusal = `${event} ${call.verdict === "failed" ? "failed" : "refused"}: ${call.reason}`;
  return ran;
}

/** A hook of the user, where the stack's opt-in is given. */
function userHook(
  event: HookCall["event"],
  { optIn }: Compaction["hooks"],
  { hooks, combination }: CompactSession,
) {
  const hook = hooks?.[event] ?? null;
  if (hook === null || optIn === undefined) return hook;
  const { scenario, stack } = combination;
  const value = scenario.values[optIn.input] ?? stack.inputs.get(optIn.input)?.default;
  return String(value) === optIn.value ? hook : null;
}
