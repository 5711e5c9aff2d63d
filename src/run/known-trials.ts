import type { Sha256 } from "../util/index.ts";
import { channelsHash } from "./request-key.ts";
import type { PlannedTrial, Side, Trial } from "./types.ts";

/** What makes a trial of a journal the same as a planned one: what was asked, graded and looked at, not where it stood. */
type Identity = Pick<
  Trial,
  "requestKey" | "gradeKey" | "case" | "stack" | "variant" | "profile" | "model" | "repeat" | "hash"
> & { channelsHash?: Sha256 | undefined; side?: Side | undefined };

export function trialId(trial: Identity): string {
  const {
    requestKey,
    gradeKey,
    stack,
    variant,
    profile,
    model,
    repeat,
    hash,
    channelsHash: channels = "",
    side = "",
  } = trial;
  return [
    requestKey,
    gradeKey,
    trial.case,
    stack,
    variant,
    profile,
    model,
    repeat,
    hash,
    channels,
    side,
  ].join("\0");
}

export function plannedId({
  case: item,
  assembly,
  requestKey,
  gradeKey,
  repeat,
  side,
}: PlannedTrial): string {
  const { stack, variant, profile, model, hash } = assembly;
  const keys = { requestKey, gradeKey, repeat, side, hash, channelsHash: channelsHash(assembly) };
  return trialId({ ...keys, case: item.id, stack, variant, profile, model });
}

/** The last row of each trial in a journal: one that could not be measured may have been run again. */
export function lastRows(rows: Iterable<Trial>): Map<string, Trial> {
  return new Map([...rows].map((row) => [trialId(row), row]));
}
