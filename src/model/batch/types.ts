import type { ChatOutcome, ChatRequest, Failure } from "../types.ts";

/** One request of a batch. */
export interface BatchItem {
  /** 1 to 64 letters, digits, dashes and underscores, unique in its batch. */
  customId: string;
  request: ChatRequest;
}

/** A vendor's interface for many requests that are answered together, later, and for less. */
export interface BatchModel {
  /** `provider:model`. */
  id: string;
  /** Why a request cannot be asked; undefined when it can. */
  refuse(request: ChatRequest): Failure | undefined;
  submit(items: readonly BatchItem[]): Promise<{ kind: "submitted"; batch: string } | Failure>;
  /** `problem`: why the batch as a whole came to nothing. */
  check(batch: string): Promise<{ kind: "running" } | { kind: "ended"; problem?: string } | Failure>;
  /** Gives the results one by one, in any order. What a batch did not answer may be among them or not. */
  read(
    batch: string,
    onResult: (customId: string, outcome: ChatOutcome) => void,
  ): Promise<{ kind: "read" } | Failure>;
}

/** The most that one batch may hold. */
export interface BatchSize {
  requests: number;
  /** Of all requests as they are sent. */
  bytes: number;
}
