import { type Compaction, isSelected, type Profile } from "../load/index.ts";

/** What a trigger looks at. */
export interface TriggerState {
  /** Tokens of the request as it stands, system prompt and tools included. */
  used: number;
  /** The model's context window; null or 0 where it is not known. */
  window: number | null;
  /** What the run may use in all; null without a limit. */
  total?: number | null;
  /** Before a turn, between two tool calls, in the gateway before the agent runs, or in a session that nobody uses. */
  phase: "turn" | "tools" | "gateway" | "idle";
  messages?: number;
  /** Since the session was last used. */
  idleHours?: number;
  /** Boundaries that the session has had. */
  boundaries?: number;
  profile: Profile;
  /** `provider:model`. */
  model: string;
  /** Values of the stack's inputs. */
  input?(name: string): unknown;
}

/** Whether a compaction starts. Without a known limit it never does. */
export function isTriggered({ trigger }: Compaction, state: TriggerState): boolean {
  const { profile, model, phase, used } = state;
  const facts = { model, input: state.input ?? (() => undefined) };
  if (!isSelected(trigger.when, {}, profile, facts)) return false;
  if (trigger.models?.some((pattern) => isLike(model, pattern)) === false) return false;
  if (trigger.once && (state.boundaries ?? 0) > 0) return false;
  if (phase === "idle") {
    const { idle } = trigger;
    return idle !== undefined && used >= idle.tokens && (state.idleHours ?? 0) >= idle.hours;
  }
  const limit = trigger.of === "window" ? state.window : (state.total ?? null);
  if (limit === null || limit <= 0) return false;
  if (phase === "gateway") {
    const { gateway } = trigger;
    return (
      gateway !== undefined && (state.messages ?? 0) >= gateway.minMessages && used >= limit * gateway.share
    );
  }
  const share = shareOf(trigger, limit, facts.input);
  if (share === null) return false;
  return used + (phase === "turn" ? limit * trigger.headroom : 0) >= limit * share;
}

/** Only * is special: ids hold brackets and dots. */
function isLike(model: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`).test(model);
}

/** The share of a limit at which compaction starts; null where a stack names none. */
export function shareOf(
  { share, floors }: Compaction["trigger"],
  limit: number,
  input: (name: string) => unknown = () => undefined,
): number | null {
  if (share === undefined) return null;
  const set = typeof share === "number" ? share : configured(input(share.input), share.otherwise);
  return Math.max(set, ...floors.filter(({ below }) => limit < below).map((floor) => floor.share));
}

function configured(value: unknown, otherwise: number): number {
  const given = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof given === "number" && given > 0 && given <= 1 ? given : otherwise;
}
