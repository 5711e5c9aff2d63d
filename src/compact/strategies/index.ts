import type { WrittenCompaction } from "../../schema/index.ts";
import type { Strategy } from "../types.ts";
import { type AnthropicCompact, createAnthropicCompact } from "./anthropic-compact.ts";
import { createNoop, createOracle } from "./controls.ts";
import { createHeadTail } from "./head-tail.ts";
import { createHierarchical } from "./hierarchical.ts";
import { createNotesStrategy, type Notes } from "./notes.ts";
import { createOpenAiCompact, type OpenAiCompact } from "./openai-compact.ts";
import { createSlidingWindow } from "./sliding-window.ts";
import { createSummarizeAll } from "./summarize-all.ts";
import type { StrategySettings } from "./summarize.ts";
import { createToolClearing } from "./tool-clearing.ts";
import { createUserMessages } from "./user-messages.ts";

export type StrategyId = WrittenCompaction["strategy"];

/** What some strategies need beside a stack's settings. */
export interface StrategyOptions {
  /** oracle: the summary that is known to be right. */
  gold?: string;
  notes?: Notes;
  anthropic?: AnthropicCompact;
  openai?: OpenAiCompact;
}

/** Makes a strategy with a stack's settings. Throws a TypeError when an option that it needs is missing. */
export function createStrategy(
  id: StrategyId,
  settings: StrategySettings,
  options: StrategyOptions = {},
): Strategy {
  return neverIdle(make(id, settings, options));
}

function make(id: StrategyId, settings: StrategySettings, options: StrategyOptions): Strategy {
  switch (id) {
    case "noop":
      return createNoop();
    case "oracle":
      return createOracle(needed(options.gold, id, "gold"), settings);
    case "summarize-all":
      return createSummarizeAll(settings);
    case "head-tail":
      return createHeadTail(settings);
    case "user-messages":
      return createUserMessages(settings);
    case "sliding-window":
      return createSlidingWindow(settings);
    case "tool-clearing":
      return createToolClearing(settings);
    case "hierarchical":
      return createHierarchical(settings);
    case "notes":
      return createNotesStrategy(settings, options.notes);
    case "anthropic-compact":
      return createAnthropicCompact(settings, needed(options.anthropic, id, "anthropic"));
    case "openai-compact":
      return createOpenAiCompact(settings, needed(options.openai, id, "openai"));
  }
}

function needed<T>(option: T | undefined, id: StrategyId, name: string): T {
  if (option === undefined) throw new TypeError(`strategy ${id} needs the option ${name}`);
  return option;
}

/** With nothing to compact, no strategy asks anybody or changes anything. */
function neverIdle(strategy: Strategy): Strategy {
  return {
    ...strategy,
    compact: (input) => {
      const reason = strategy.idle?.(input) ?? null;
      return reason === null ? strategy.compact(input) : Promise.resolve({ kind: "unchanged", reason });
    },
  };
}

export type { AnthropicCompact } from "./anthropic-compact.ts";
export type { OpenAiCompact } from "./openai-compact.ts";
export type { StrategySettings } from "./summarize.ts";
