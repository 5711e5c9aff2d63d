import { setTimeout as wait } from "node:timers/promises";

/** Time for the scheduler; tests give a clock that they turn themselves. */
export interface Clock {
  /** Milliseconds since any moment. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => {}),
};
