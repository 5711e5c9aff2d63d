import type { WrittenModel } from "../schema/index.ts";
import type { Sha256 } from "../util/index.ts";
import { callKey } from "./request-key.ts";
import { saltOf } from "./settings.ts";
import type { AnswerStore } from "./store/index.ts";
import type { PlannedTrial } from "./types.ts";

/** Trials that are compared with each other, by where they stand in the plan. */
export type Pair = readonly [a: number, b: number];

/** Calls of one version and those of the other that are compared with them. */
export type Partners = ReadonlyMap<Sha256, readonly Sha256[]>;

/**
 * Stored answers of another run are used for a comparison only where that run has the answers of both versions. Today's
 * answers of one version beside stored ones of the other would compare the days, not the prompts.
 */
export function pairedStore(
  store: AnswerStore,
  partners: Partners,
  run: () => string | undefined,
): AnswerStore {
  const usable = (key: Sha256, salt: string) => {
    const found = store.find(key, salt);
    const others = partners.get(key);
    // What is not planned, such as a judge's questions, is of no day.
    if (found === undefined || others === undefined || found.entry.run === run()) return found;
    const together = others.every((other) => store.find(other, salt)?.entry.run === found.entry.run);
    return together ? found : undefined;
  };
  // A recording is what the user wants replayed, whatever run it is from.
  if (store.mode === "replay") return store;
  return {
    ...store,
    find: usable,
    has: (key, salt) => store.has(key, salt) && usable(key, salt) !== undefined,
  };
}

/** The calls of trials that stand for each other on the two sides: same case, combination and repeat. */
export function partnersOf(
  pairs: Iterable<readonly [a: PlannedTrial, b: PlannedTrial]>,
  models: ReadonlyMap<string, WrittenModel>,
): Partners {
  const partners = new Map<Sha256, Sha256[]>();
  const add = (key: Sha256, other: Sha256) => void partners.set(key, [...(partners.get(key) ?? []), other]);
  for (const [a, b] of pairs) {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === null || other === null || saltOf(models.get(a.answer!)) !== saltOf(models.get(b.answer!)))
      continue;
    add(one, other);
    add(other, one);
  }
  return partners;
}

function keyOf({ answer, request, script, requestKey, repeat }: PlannedTrial): Sha256 | null {
  if (answer === null || request === null) return null;
  return script === null ? requestKey : callKey(answer, request, repeat);
}
