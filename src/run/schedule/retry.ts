import type { Failure } from "../../model/index.ts";

/** How often a call may fail for a cause before its failure stands; a cause that is not here is final at once. */
const ceilings = { limit: 8, server: 4, network: 4 } as const;

/** The longest wait that is worth it, in milliseconds; a provider that asks for more has no quota left. */
export const longestWait = 10 * 60_000;
const firstPause = 1000;
const longestPause = 60_000;

type Retried = keyof typeof ceilings;

/** How often one call has failed, by cause. */
export type Attempts = Partial<Record<Retried, number>>;

/**
 * Milliseconds to wait before a call is made again, counting this failure; undefined when the failure stands. The pause
 * doubles and is spread over its second half, so that calls that failed together do not come back together.
 */
export function pauseAfter(failure: Failure, attempts: Attempts, random: () => number): number | undefined {
  const { cause, retryAfter } = failure;
  if (cause !== "limit" && cause !== "server" && cause !== "network") return undefined;
  const failed = (attempts[cause] ?? 0) + 1;
  attempts[cause] = failed;
  if (failed >= ceilings[cause]) return undefined;
  const pause = Math.min(longestPause, firstPause * 2 ** (failed - 1));
  const jittered = pause * (0.5 + random() / 2);
  if (retryAfter === undefined) return jittered;
  return retryAfter > longestWait ? undefined : retryAfter + random() * Math.min(250, retryAfter / 10);
}
