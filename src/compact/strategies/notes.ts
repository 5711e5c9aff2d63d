import type { Strategy } from "../types.ts";
import { compacted, idleRange, type StrategySettings, summarise, wholeRange } from "./summarize.ts";

const heading = "[Notes that you wrote before this window]";

/** Where an agent keeps its notes. */
export interface Notes {
  write(text: string): void;
  read(): string | null;
}

function createNotes(): Notes {
  let text: string | null = null;
  return { write: (written) => void (text = written), read: () => text };
}

/**
 * The agent writes notes, and a fresh window begins with them. They are written before anything is left out, and what
 * the window begins with is what was read back, so that notes that did not arrive leave the history as it was.
 */
export function createNotesStrategy(settings: StrategySettings, notes: Notes = createNotes()): Strategy {
  return {
    ...{ id: "notes", observable: true, frame: heading },
    idle: (input) => idleRange(wholeRange(input, settings), input, settings),
    async compact(input) {
      const whole = wholeRange(input, settings);
      const summarised = await summarise(whole.summarised, input, settings);
      const summarizerRequests = [summarised.request];
      if (summarised.kind === "failed")
        return { kind: "failed", reason: summarised.reason, summarizerRequests };
      notes.write(summarised.text);
      const read = notes.read();
      if (read !== summarised.text) {
        return {
          kind: "failed",
          reason: "the notes that were read back are not those written",
          summarizerRequests,
        };
      }
      const content = `${heading}\n${read}`;
      return compacted(input, whole, [{ role: "user", content }], summarizerRequests);
    },
  };
}
