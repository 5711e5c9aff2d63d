import type { ModelDeps } from "../deps.ts";
import { guardFetch } from "../http/guarded-fetch.ts";
import { failureOfException } from "../http/read-failure.ts";
import type { KeySource } from "../key.ts";
import type { ModelSettings } from "../settings.ts";
import type { Failure } from "../types.ts";
import { type Call, timeoutsOf } from "../wire-model.ts";

/** Bytes. The results of a whole batch come in one answer. */
const longestResults = 1_000_000_000;

/** Makes one call, bounded and classified, with the SDK that `run` uses. Never throws. */
export type GuardedCall = <T>(run: (call: Omit<Call, "signal">) => Promise<T>) => Promise<T | Failure>;

export interface GuardedCallOptions {
  settings: ModelSettings;
  baseUrl: string;
  key: KeySource;
  deps: ModelDeps;
  authorize(key: string): Record<string, string>;
}

export function createGuardedCall({
  settings,
  baseUrl,
  key,
  deps,
  authorize,
}: GuardedCallOptions): GuardedCall {
  const { total, idle } = timeoutsOf(settings);
  // An answer begins when the last of a body has arrived, which may be a quarter of a gigabyte.
  const timeouts = { total, idle, connect: total };
  const { host } = new URL(baseUrl);
  const now = deps.now ?? Date.now;
  return async (run) => {
    const given = await key();
    if (given.kind === "unmeasured") return given;
    const guard = guardFetch({
      fetch: deps.fetch ?? globalThis.fetch,
      headers: { "user-agent": "strata", ...(given.key === undefined ? {} : authorize(given.key)) },
      ...{ timeouts, limit: longestResults },
    });
    try {
      return await run({ key: given.key, baseUrl, fetch: guard.fetch, timeout: total + 60_000 });
    } catch (error) {
      const failure = guard.problem()?.failure ?? failureOfException(error, host, now());
      return { ...failure, reason: deps.redactor(failure.reason) };
    } finally {
      guard.close();
    }
  };
}
