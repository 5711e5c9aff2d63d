import type { Combination } from "../../src/assemble/index.ts";
import {
  type Boundary,
  type CompactSession,
  compactSession,
  createExtractiveSummarizer,
  createStrategy,
  extractiveBounds,
} from "../../src/compact/index.ts";
import type { Compaction, Project } from "../../src/load/index.ts";
import type { ChatMessage } from "../../src/model/index.ts";
import { combinationIn } from "./testing-sessions.ts";

/** A stack of this repository, for one profile. */
export function combine(project: Project, stack: string, profile: string, variant = "default"): Combination {
  return combinationIn(project, { stack, profile, variant });
}

export function settingsOf({ stack }: Combination): Compaction {
  if (stack.compaction === null) throw new Error(`${stack.id} says nothing of compaction`);
  return stack.compaction;
}

/** Compacts a session as its stack says, with the embedded summarizer. */
export function compactAs(
  combination: Combination,
  segments: CompactSession["segments"],
  changes: Partial<CompactSession> = {},
): Promise<Boundary[]> {
  const settings = settingsOf(combination);
  return compactSession({
    ...{ combination, segments, budget: 100_000 },
    strategy: createStrategy(settings.strategy, settings),
    summarizer: createExtractiveSummarizer(extractiveBounds(settings.summary)),
    ...changes,
  });
}

/** Turns in which the user asks, the agent reads a file and answers. */
export function talk(turns: number, from = 0): ChatMessage[] {
  return Array.from({ length: turns }, (_, i) => i + from).flatMap((i): ChatMessage[] => [
    { role: "user", content: `Request ${i}: use port ${48_200 + i}, and never deploy on a Friday.` },
    {
      role: "assistant",
      content: "I look.",
      toolCalls: [{ id: `c${i}`, name: "read", arguments: { path: `a${i}.ts` } }],
    },
    { role: "tool", callId: `c${i}`, content: `Line of output ${i}. `.repeat(30) },
    { role: "assistant", content: `Done with ${i}. We decided to keep parser ${i}.` },
  ]);
}

export const errorsOf = (boundaries: readonly Boundary[]): string[] =>
  boundaries.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === "error").map(({ kind }) => kind),
  );

export const nextContents = ({ after }: Boundary): string[] =>
  after.request.messages.map(({ content }) => content);

/** The only request that the summarizer was made. */
export function summaryRequestOf({ outcome }: Boundary) {
  if (outcome.kind !== "compacted" || outcome.summarizerRequests.length !== 1)
    throw new Error("not summarised once");
  return outcome.summarizerRequests[0]!;
}
