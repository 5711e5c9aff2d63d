import { RenderError } from "./render-error.ts";
import { isNothing, takeList } from "./take.ts";

/** What is told when memory comes into a state; the first is the one that goes without saying. */
const notices = {
  ok: "Memory works again. Recall is complete, and new facts are kept.",
  degraded: "Memory is degraded. Recall may be late or incomplete: say so where an answer rests on it.",
  read_only: "Memory is read-only. Recall works, but new facts are not kept: do not promise to remember any.",
  unavailable: "Memory is unavailable. Nothing was recalled for this turn, and new facts are not kept.",
} as const;

type State = keyof typeof notices;

/**
 * A notice of the last state in a conversation's list of states, if it is a change: a state that goes on is told once.
 * Before the first state, memory is taken to work.
 */
export function renderMemoryStatus(value: unknown): string {
  if (isNothing(value)) return "";
  const states = takeList(value, "memory states").map(stateOf);
  const last = states.at(-1) ?? "ok";
  return last === (states.at(-2) ?? "ok") ? "" : notices[last];
}

function stateOf(value: unknown): State {
  if (typeof value === "string" && Object.hasOwn(notices, value)) return value as State;
  throw new RenderError(`expected each memory state to be one of ${Object.keys(notices).join(", ")}`);
}
