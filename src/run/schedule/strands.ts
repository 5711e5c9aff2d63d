import type { Call, CallOutcome } from "./types.ts";
import type { Attempts } from "./retry.ts";

/** A call that waits for its turn. */
export interface Waiting {
  call: Call;
  attempts: Attempts;
  resolve(outcome: CallOutcome): void;
}

/** Providers forget a cached prefix after five minutes without a call. */
const prefixLife = 4.5 * 60_000;

interface Prefix {
  /** warming: the one call that writes the provider's cache is on its way. */
  state: "cold" | "warming" | "warm";
  usedAt: number;
  active: number;
}

interface Strand {
  model: string;
  group: string;
  prefix: string | null;
  urgent: Waiting[];
  waiting: Waiting[];
  /** Read position in `waiting`: taking from the front of a long array would move all the rest. */
  at: number;
}

/** The calls that wait for one provider, by who waits for them and what they share. */
export interface Strands {
  add(waiting: Waiting, front?: boolean): void;
  /** The next call of a model that is free, from the group that was served least; undefined when none may start. */
  take(now: number, isFree: (model: string) => boolean): Waiting | undefined;
  /** A call that was taken is over. */
  done(call: Call, now: number, answered: boolean): void;
  /** Models with a call that could start as far as prefixes go. */
  models(now: number): Set<string>;
  clear(): Waiting[];
}

export function createStrands(): Strands {
  const strands = new Map<string, Strand>();
  const prefixes = new Map<string, Prefix>();
  const served = new Map<string, number>();

  const prefixOf = ({ model, prefix }: Pick<Call, "model" | "prefix">): Prefix | undefined => {
    if (prefix === null) return undefined;
    const key = `${model}\0${prefix}`;
    let state = prefixes.get(key);
    if (state === undefined) prefixes.set(key, (state = { state: "cold", usedAt: 0, active: 0 }));
    return state;
  };
  const strandOf = (call: Call): Strand => {
    const key = [call.model, call.group, call.prefix ?? ""].join("\0");
    let strand = strands.get(key);
    if (strand === undefined) {
      const { model, group, prefix } = call;
      strands.set(key, (strand = { model, group, prefix, urgent: [], waiting: [], at: 0 }));
    }
    return strand;
  };
  const hasCalls = ({ urgent, waiting, at }: Strand) => urgent.length > 0 || at < waiting.length;
  const isOpen = (strand: Strand, now: number): boolean => {
    const prefix = prefixOf(strand);
    if (prefix?.state === "warm" && prefix.active === 0 && now - prefix.usedAt > prefixLife) {
      prefix.state = "cold";
    }
    return prefix?.state !== "warming";
  };

  return {
    add(waiting, front = false) {
      const strand = strandOf(waiting.call);
      if (front) strand.urgent.unshift(waiting);
      else if (waiting.call.urgent) strand.urgent.push(waiting);
      else strand.waiting.push(waiting);
    },
    take(now, isFree) {
      let best: Strand | undefined;
      for (const strand of strands.values()) {
        if (!hasCalls(strand) || !isFree(strand.model) || !isOpen(strand, now)) continue;
        if (best === undefined || rank(strand) < rank(best)) best = strand;
      }
      if (best === undefined) return undefined;
      const waiting = best.urgent.shift() ?? best.waiting[best.at]!;
      if (waiting === best.waiting[best.at]) best.waiting[best.at++] = undefined as never;
      served.set(best.group, (served.get(best.group) ?? 0) + 1);
      const prefix = prefixOf(best);
      if (prefix !== undefined) {
        prefix.active++;
        if (prefix.state === "cold") prefix.state = "warming";
      }
      return waiting;
    },
    done(call, now, answered) {
      const prefix = prefixOf(call);
      if (prefix === undefined) return;
      prefix.active--;
      if (answered) Object.assign(prefix, { state: "warm", usedAt: now });
      else if (prefix.state === "warming") prefix.state = "cold";
    },
    models: (now) =>
      new Set(
        [...strands.values()]
          .filter((strand) => hasCalls(strand) && isOpen(strand, now))
          .map((strand) => strand.model),
      ),
    clear() {
      const left = [...strands.values()].flatMap(({ urgent, waiting, at }) => [
        ...urgent,
        ...waiting.slice(at),
      ]);
      strands.clear();
      return left;
    },
  };

  function rank({ group, urgent }: Strand): number {
    return urgent.length > 0 ? -1 : (served.get(group) ?? 0);
  }
}
