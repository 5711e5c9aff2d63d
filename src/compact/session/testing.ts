import { demo } from "../../assemble/testing-session.ts";
import type { ProjectSpec } from "../../assemble/testing.ts";
import type { ChatMessage } from "../../model/index.ts";
import { createStrategy, type StrategyId } from "../strategies/index.ts";
import { extractive, settings } from "../testing.ts";
import type { Boundary } from "../types.ts";
import { type CompactSession, compactSession } from "./compact-session.ts";
import type { Said } from "./conversation.ts";

/** Memory with a section of directives, in the file that is read once. */
export const memory =
  "# Shop\n\nUse pnpm, never npm.\n\n## Compaction\n\nPreserve PORT=4711.\n\n## Style\n\nBe brief.";

/** A stack with a file for each kind of look, of which ONCE.md is its memory. */
export function aStack({ stack, ...spec }: ProjectSpec = {}) {
  return demo({
    ...spec,
    workspace: { "ONCE.md": memory, ...spec.workspace },
    ...(stack === undefined ? {} : { stack }),
  });
}

/** What a stack says of the demo's memory. */
export const demoSettings = (changes: Parameters<typeof settings>[0] = {}) =>
  settings({
    exclude: ["once"],
    directives: { layer: "once", section: "## Compaction", to: "summarizer" },
    ...changes,
  });

/** Compacts the demo at the end of each segment. */
export function compactDemo(
  segments: readonly (readonly Said[])[],
  {
    strategy = "summarize-all",
    ...changes
  }: Partial<Omit<CompactSession, "strategy">> & { strategy?: StrategyId | CompactSession["strategy"] } = {},
): Promise<Boundary[]> {
  const own = changes.settings ?? demoSettings();
  return compactSession({
    ...{ combination: aStack(), settings: own, segments, summarizer: extractive(), budget: 100_000 },
    strategy: typeof strategy === "string" ? createStrategy(strategy, own, { gold: "gold" }) : strategy,
    ...changes,
  });
}

/** Kinds of what was found, without what only informs. */
export const errorsOf = (boundaries: readonly Boundary[]): string[] =>
  boundaries.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === "error").map(({ kind }) => kind),
  );

export const kindsOf = (boundaries: readonly Boundary[]): string[] =>
  boundaries.flatMap(({ findings }) => findings.map(({ kind }) => kind));

/** A conversation with enough in it to summarise. */
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
