import { RenderError } from "./render-error.ts";
import { isNothing, takeList } from "./take.ts";

/** What goes without saying: the state before the first one. */
const normal = "ok";

/**
 * The last state of a list, if it is a change: a state that goes on is told once, and so is the return to `ok`. The
 * stack's `texts` say what is told.
 */
export function renderEdge(value: unknown): string {
  if (isNothing(value)) return "";
  const states = takeList(value, "states").map(stateOf);
  const last = states.at(-1) ?? normal;
  return last === (states.at(-2) ?? normal) ? "" : last;
}

function stateOf(value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new RenderError("expected each state to be a text");
}
