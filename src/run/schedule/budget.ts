import type { Answer } from "../../model/index.ts";
import type { Call } from "./types.ts";

/** The most that a run may call and pay. */
export interface Ceilings {
  maxCost?: number | undefined;
  maxCalls?: number | undefined;
}

/** Keeps a run below its ceilings: what a call can cost at most is set aside before it starts. */
export interface Budget {
  /** wait: it may fit once running calls have cost less than was set aside for them. */
  reserve(call: Call): "fits" | "wait" | "over";
  /** The call is over; undefined where no answer came, and so nothing was paid. */
  settle(call: Call, answer: Answer | undefined): void;
  /** Which ceiling a call did not fit under. */
  reached(): "--max-cost" | "--max-calls" | null;
}

/** US dollars; null where the price is not known. */
export interface Costs {
  atMost(call: Call): number | null;
  of(call: Call, answer: Answer): number | null;
}

export function createBudget({ maxCost = Infinity, maxCalls = Infinity }: Ceilings, costs: Costs): Budget {
  let calls = 0;
  let paid = 0;
  let reserved = 0;
  let running = 0;
  let reached: ReturnType<Budget["reached"]> = null;
  // A call without a known price is only made where no cost is limited.
  const atMost = (call: Call) => (maxCost === Infinity ? 0 : (costs.atMost(call) ?? Infinity));
  return {
    reached: () => reached,
    reserve(call) {
      if (calls + 1 > maxCalls) {
        reached = "--max-calls";
        return "over";
      }
      const most = atMost(call);
      if (paid + reserved + most > maxCost) {
        if (running > 0) return "wait";
        reached = "--max-cost";
        return "over";
      }
      calls++;
      running++;
      reserved += most;
      return "fits";
    },
    settle(call, answer) {
      running--;
      const most = atMost(call);
      // With nothing running, rounding leaves no rest behind.
      reserved = running === 0 ? 0 : reserved - most;
      // A provider that does not say what it used may have used all of it.
      if (answer !== undefined) paid += costs.of(call, answer) ?? most;
    },
  };
}
