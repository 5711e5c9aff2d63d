import {
  type AbDeps,
  type AbEstimate,
  type AbOptions,
  type AbVersions,
  estimateAb,
  points,
} from "../compare/index.ts";
import { formatMoney, formatUsd } from "../cost/index.ts";
import { plainLine, stableJson } from "../util/index.ts";
import type { Io } from "./io.ts";
import { describeTime } from "./dry-run.ts";
import { formatTable } from "./table.ts";

/** `ab --dry-run`: what would be compared, what it would take and could show. Writes nothing and calls nobody. */
export async function abDryRun(
  io: Io,
  { versions, options, json }: { versions: AbVersions; options: AbOptions; json: boolean },
  deps: AbDeps,
): Promise<number> {
  const estimate = await estimateAb(versions, options, deps);
  if (json) io.stdout.write(`${stableJson({ schema: 1, ...estimate }, 2)}\n`);
  else {
    const names = plainLine(`A: ${estimate.a}   B: ${estimate.b}`);
    const blocks = [names, ...reachOf(estimate), ...costOf(estimate), ...seesOf(estimate)];
    io.stdout.write(`${blocks.join("\n\n")}\n\nNothing was run.\n`);
  }
  return 0;
}

function reachOf({ identical, a, corpus, affected, exact, sampled, skipped }: AbEstimate): string[] {
  if (identical) return [plainLine(`A and B are the same: ${a}.`)];
  const kinds = [
    ...(exact.units === 0 ? [] : [`${exact.units} judged one by one, because the answer never varies`]),
    ...(sampled.units === 0 ? [] : [`${sampled.units} sampled`]),
  ];
  return [
    [
      `${affected.cases} of ${corpus.cases} cases can be affected, ${affected.units} of ${corpus.units} results` +
        `${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}.`,
      ...skipped.map(({ units, reason }) => plainLine(`${units} results skipped: ${reason}.`)),
    ].join("\n"),
  ];
}

function costOf(estimate: AbEstimate): string[] {
  const { sampled, looks, atMost, models, judged, done, stored, scripted } = estimate;
  if (sampled.units === 0) return ["No model has to be called."];
  const known = [
    ...(done === 0 ? [] : [`${done} runs are done by the unfinished comparison.`]),
    ...(stored === 0 ? [] : [`${stored} answers are stored.`]),
    ...(scripted ? ["Runs of several turns or with tools are counted as one call."] : []),
    ...(judged === null ? [] : [`The grader ${judged.model} is asked ${judged.calls} questions at most.`]),
  ].map(plainLine);
  if (atMost.calls === 0) return [[...known, "No model has to be called."].join("\n")];
  const steps = [
    ...looks.map(({ runs, ...one }) => [
      `look at ${runs} ${runs === 1 ? "run" : "runs"} a side`,
      ...row(one),
    ]),
    ["at most, all fresh runs included", ...row(atMost)],
  ];
  const rows = models.map((one) => [
    ...[one.model, String(one.calls), String(one.inputTokens), String(one.outputTokens)],
    ...[formatUsd(one.costUsd), formatUsd(one.atMostUsd)],
  ]);
  const head = ["model, all of it", "calls", "tokens in", "tokens out", "cost", "at most"];
  return [
    formatTable(["up to", "calls", "cost", "time"], steps).trimEnd(),
    [
      formatTable(head, rows).trimEnd(),
      "How long answers are is assumed; it stops at the first look that decides.",
      ...known,
    ].join("\n"),
  ];
}

function row({ calls, cost, time }: AbEstimate["atMost"]): string[] {
  return [String(calls), formatMoney(cost), describeTime(time)];
}

function seesOf({ plan, looks, sampled }: AbEstimate): string[] {
  if (plan === null) return [];
  if (plan.few) {
    return [
      "With fewer than 10 affected cases there is no margin verdict; each is run 10 times a side. " +
        `Of a case that always passed, a drop of ${points(plan.smallestOfOne)} points or more would most likely be seen.`,
    ];
  }
  const { earlier, flip, repeats, moreCases } = plan;
  const guess = "which is a guess, for none of these was run twice";
  const from = earlier === null ? guess : `as ${earlier.units} results of earlier runs show`;
  const last = looks.at(-1)!.runs;
  const enough =
    repeats <= last
      ? `${repeats} ${repeats === 1 ? "run" : "runs"} a side would call an unchanged B neutral with 80% chance.`
      : `${last} runs a side may not be enough: with about ${moreCases} more affected cases than these ${sampled.cases} an unchanged B would be called neutral with 80% chance.`;
  const drops = looks.map((look) => `${points(look.smallestDrop)} at ${look.runs}`).join(", ");
  return [
    [
      `Two runs of one prompt disagree ${points(flip)}% of the time, ${from}.`,
      enough,
      `The smallest drop seen with 80% chance, in points: ${drops}.`,
    ].join("\n"),
  ];
}
