import { addMoney, addUsage, type Money, noMoney, noUsage, type Usage } from "../cost/index.ts";
import type { KeptTrial, Spent } from "../run/index.ts";

/** What a run took, for everybody who shows it. */
export interface CostView {
  /** Answers that were asked for, from a store or not. */
  calls: number;
  /** Trials whose answers all came from a store. */
  cachedTrials: number;
  usage: Usage;
  /** Answers whose tokens nobody counted. */
  uncounted: number;
  /** Paid to answering models. */
  paid: Money;
  /** Paid to the judging model. */
  grader: { calls: number; paid: Money } | null;
  total: Money;
  /** `batch` is missing where there was none. */
  saved: { cache: Money; recordings: Money; batch?: Money };
  /** US dollars; null where nothing passed or a price is not known. */
  perPassedCase: number | null;
  /** Milliseconds that the real calls of a trial took, on average over trials with one; null where there was none. */
  latencyMs: number | null;
  models: { model: string; calls: number; usage: Usage; paid: Money }[];
}

/** Adds up what trials took; null where no model was called that could cost anything. */
export function viewCost(trials: readonly KeptTrial[]): CostView | null {
  const answering = trials.flatMap(({ answer, spent }) =>
    spent === undefined ? [] : [{ model: answer!, spent }],
  );
  const judging = trials.flatMap(({ grader }) => grader ?? []);
  if (answering.length === 0 && judging.length === 0) return null;
  const spents = answering.map(({ spent }) => spent);
  const [paid, graderPaid] = [sumOf(spents), sumOf(judging)];
  const total = addMoney(paid, graderPaid);
  const passed = new Set(trials.filter(({ status }) => status === "passed").map((trial) => trial.case));
  const called = spents.flatMap(({ latencyMs }) => latencyMs ?? []);
  const saved = (kind: keyof Spent["saved"]) =>
    [...spents, ...judging].reduce((sum, spent) => addMoney(sum, spent.saved[kind] ?? noMoney), noMoney);
  const batched = [...spents, ...judging].some(({ saved: { batch } }) => batch !== undefined);
  return {
    calls: callsOf(spents),
    cachedTrials: spents.filter(({ cached }) => cached).length,
    ...{ usage: usageOf(spents), uncounted: spents.filter(({ usage }) => usage === null).length },
    ...{
      paid,
      total,
      saved: {
        ...{ cache: saved("cache"), recordings: saved("recordings") },
        ...(batched ? { batch: saved("batch") } : {}),
      },
    },
    grader: judging.length === 0 ? null : { calls: callsOf(judging), paid: graderPaid },
    perPassedCase: passed.size === 0 || total.unknown > 0 ? null : total.usd / passed.size,
    latencyMs: called.length === 0 ? null : called.reduce((sum, ms) => sum + ms, 0) / called.length,
    models: [...Map.groupBy(answering, ({ model }) => model)].map(([model, members]) => {
      const of = members.map(({ spent }) => spent);
      return { model, calls: callsOf(of), usage: usageOf(of), paid: sumOf(of) };
    }),
  };
}

function sumOf(spents: readonly Spent[]): Money {
  return spents.reduce((sum, { costUsd }) => addMoney(sum, costUsd), noMoney);
}

function callsOf(spents: readonly Spent[]): number {
  return spents.reduce((sum, { calls }) => sum + calls, 0);
}

function usageOf(spents: readonly Spent[]): Usage {
  return spents.reduce((sum, { usage }) => addUsage(sum, usage ?? noUsage), noUsage);
}
