import type { MarkedFact } from "../../load/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { messageSentences } from "../history/index.ts";
import { said, user } from "../testing.ts";
import type { Boundary } from "../types.ts";
import { observe } from "./observed.ts";
import type { ActiveFact } from "./types.ts";

/** A fact that the user stated at the start. */
export function anActive(
  value: string,
  changes: Partial<MarkedFact> = {},
  active: Partial<ActiveFact> = {},
): ActiveFact {
  const fact: MarkedFact = {
    ...{ id: "f", kind: "fact", value, aliases: [], must: "exact", source: "user" },
    ...{ severity: "high", about: [], decoys: [], at: 0 },
    ...changes,
  };
  return { fact, value, superseded: [], depth: 0, age: 1, unobservable: null, ...active };
}

/** A boundary, as far as facts are looked for in it: memory, a summary, what stays, and the next question. */
export function aBoundary({
  memory = "",
  summary,
  kept = [],
}: {
  memory?: string;
  summary?: string;
  kept?: ChatMessage[];
}): Boundary {
  const written = summary === undefined ? [] : [user(summary)];
  const messages = [...written, ...kept];
  const outcome = {
    kind: "compacted",
    messages,
    summaries: written.map((_, i) => i),
    summarizerRequests: [],
  };
  return {
    outcome,
    observable: true,
    expectations: { notUsers: new Set(), rules: [], pending: null, layers: [] },
    after: {
      assembly: { text: memory, channels: {} },
      request: { system: memory, messages: [...messages, user("And now?")], tools: [], parameters: {} },
      around: new Set(),
    },
  } as unknown as Boundary;
}

/** Sentences that were said. */
export const saying = (...texts: string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => messageSentences(said(text))));

export const observing = (parts: Parameters<typeof aBoundary>[0], ...source: string[]) =>
  observe(aBoundary(parts), saying(...source));
