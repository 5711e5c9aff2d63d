import type { Limits } from "./types.ts";

/** A hair slower than allowed: clocks and networks jitter, and a refused call costs more than the hair. */
const margin = 1.01;

/** Milliseconds that timers of a busy machine may be late and are caught up; longer pauses give no credit. */
const mostLate = 250;

/** Keeps one model, or one provider, within its limits. Times are milliseconds of the scheduler's clock. */
export interface Pace {
  active: number;
  /** When the next call may start; Infinity while too many run. */
  freeAt(): number;
  start(now: number, tokens: number): void;
  end(): void;
  /** Nothing starts before `until`, and fewer calls run at a time from then on. */
  pause(now: number, until: number): void;
  /** After an answer: slowly back to what is allowed. */
  relax(): void;
}

export function createPace({ concurrency, requestsPerSecond, tokensPerMinute }: Limits): Pace {
  let allowed = concurrency;
  let answered = 0;
  let requestAt = -Infinity;
  let tokenAt = -Infinity;
  let pausedUntil = -Infinity;
  const pace: Pace = {
    active: 0,
    freeAt: () => (pace.active >= Math.floor(allowed) ? Infinity : Math.max(requestAt, tokenAt, pausedUntil)),
    start(now, tokens) {
      pace.active++;
      // What a timer that woke late has lost is caught up, so that the average holds; a pause is not.
      const gap = (1000 / requestsPerSecond) * margin;
      requestAt = (now - requestAt > Math.max(gap, mostLate) ? now : requestAt) + gap;
      tokenAt = Math.max(tokenAt, now) + (tokens * 60_000) / tokensPerMinute;
    },
    end: () => void pace.active--,
    pause(now, until) {
      // Calls that were on their way when the first one was refused are refused for the same reason.
      if (now >= pausedUntil) allowed = Math.max(1, allowed / 2);
      pausedUntil = Math.max(pausedUntil, until);
      answered = 0;
    },
    relax() {
      if (allowed >= concurrency || ++answered < allowed) return;
      answered = 0;
      allowed = Math.min(concurrency, allowed + 1);
    },
  };
  return pace;
}
