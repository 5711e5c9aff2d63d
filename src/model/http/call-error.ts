import type { Failure } from "../types.ts";

/** Ends a call from within the transport, where only an exception gets out of an SDK. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(reason: string, cause: NonNullable<Failure["cause"]>, retryAfter?: number) {
    super(reason);
    this.name = "CallError";
    this.failure = failed(reason, cause, retryAfter);
  }
}

export function failed(reason: string, cause: Failure["cause"], retryAfter?: number): Failure {
  return {
    kind: "unmeasured",
    reason,
    ...(cause === undefined ? {} : { cause }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
