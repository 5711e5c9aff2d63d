import type { CompactionSession, MarkedFact } from "../../load/index.ts";
import { type ActiveFact, matchValue, memoryTexts, searchText } from "../facts/index.ts";
import type { Boundary } from "../types.ts";

/** How far a session has come at a boundary. */
export interface Progress {
  /** Messages of the session that were said before it. */
  said: number;
  /** Messages that were said before each boundary so far, this one last. */
  before: readonly number[];
  /** Whether the memory file was changed before it. */
  edited: boolean;
  /** What the prompt held before the first boundary. */
  first: Boundary;
}

/** The facts that hold at a boundary: said by then, and not superseded by then. */
export function activeFacts(
  session: CompactionSession,
  boundary: Boundary,
  progress: Progress,
): ActiveFact[] {
  const { said } = progress;
  const spoken = session.facts.filter(({ at }) => at === null || at < said);
  const over = new Set(spoken.map(({ supersedes }) => supersedes));
  return spoken
    .filter(({ id }) => !over.has(id))
    .map((fact): ActiveFact => {
      const { at } = fact;
      const age = progress.before.filter((count) => at === null || at < count).length;
      const depth = at === null ? null : Math.floor((10 * at) / said);
      const value = progress.edited ? (session.edit?.facts[fact.id] ?? fact.value) : fact.value;
      const superseded = value === fact.value ? supersededBy(fact, session.facts) : [fact.value];
      const unobservable = whyUnobservable(fact, value, boundary, progress.first);
      return { fact, value, superseded, depth, age, unobservable };
    });
}

function supersededBy({ supersedes }: MarkedFact, facts: readonly MarkedFact[]): string[] {
  const old = facts.find(({ id }) => id === supersedes);
  return old === undefined ? [] : [old.value, ...supersededBy(old, facts)];
}

/** Why a fact of memory is not observable where the prompt never held it. */
export const missingMemory = "this prompt has no such memory";

/** What was not in the prompt before the first compaction cannot be lost by one. */
function whyUnobservable(
  { source, value: original }: MarkedFact,
  value: string,
  { observable, expectations }: Boundary,
  first: Boundary,
): string | null {
  if (!observable) return "what the server keeps cannot be read";
  if (source !== "memory") return null;
  if (!isIn(memoryTexts(first.before.assembly), original)) return missingMemory;
  if (value === original) return null;
  const told = [
    ...expectations.layers.map(({ text }) => text ?? ""),
    ...expectations.rules.map(({ newest }) => newest),
  ];
  return isIn(told, value) ? null : "the stack does not look at its memory again in this session";
}

function isIn(texts: readonly string[], value: string): boolean {
  return texts.some((text) => matchValue(searchText(text), { value, aliases: [] })?.level === "kept_exact");
}
