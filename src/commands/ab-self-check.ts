import {
  type AbDeps,
  type AbOptions,
  type AbVersions,
  gateTrusted,
  runAb,
  wilson,
} from "../compare/index.ts";
import { type Gate, judgeComparison } from "../gate/index.ts";
import { stableJson } from "../util/index.ts";
import type { Io } from "./io.ts";

/** What comparing a version with itself came to, again and again. */
export interface SelfCheck {
  times: number;
  /** How often the gate's comparison failed, and could not decide, though nothing had changed. */
  failed: number;
  undecided: number;
  /** Wilson's 95% interval of the share that failed, 0..1. */
  interval: [lower: number, upper: number];
  trusted: boolean;
  interrupted: boolean;
  runs: string[];
}

/** `strata ab A A --through-gate`: how often the gate fails when nothing has changed. */
export async function abSelfCheck(
  io: Io,
  {
    versions,
    options,
    gate,
    times,
    json,
  }: {
    versions: AbVersions;
    options: AbOptions;
    gate: Gate;
    times: number;
    json: boolean;
  },
  deps: AbDeps,
): Promise<number> {
  const failed: boolean[] = [];
  const runs: string[] = [];
  let undecided = 0;
  let code: number = 0;
  const { margin = options.rules.margin, goal = options.rules.goal } =
    gate.suites[options.selection.suite] ?? {};
  for (let time = 0; time < times && code === 0; time++) {
    const ab = { ...options, rules: { ...options.rules, margin, goal }, selfCheck: time };
    const { result } = await runAb(versions, ab, deps);
    if (result.stopped !== null) code = result.exitCode;
    else {
      const { part } = judgeComparison([result], gate);
      failed.push(part.code === 1);
      if (part.code === 3) undecided++;
      runs.push(result.id);
    }
    io.stderr.write(`${failed.length} of ${times} done\n`);
  }
  const count = failed.filter(Boolean).length;
  const interval =
    failed.length === 0 ? ([0, 1] as [number, number]) : wilson({ passes: count, runs: failed.length });
  const trusted = gateTrusted(failed);
  const check: SelfCheck = {
    ...{ times: failed.length, failed: count, undecided, interval, trusted, runs },
    interrupted: code !== 0,
  };
  if (json) io.stdout.write(`${stableJson({ schema: 1, ...check }, 2)}\n`);
  else io.stdout.write(`${describe(check).join("\n")}\n`);
  if (code !== 0) return code;
  return trusted ? 0 : 1;
}

function describe({ times, failed, undecided, interval, trusted, interrupted }: SelfCheck): string[] {
  const percent = (share: number) => `${Math.round(1000 * share) / 10}%`;
  return [
    `Nothing had changed, and the gate failed ${failed} of ${times} times and could not decide ${undecided} times.`,
    ...(times > 0
      ? [
          `Between ${percent(interval[0])} and ${percent(interval[1])} of such gates fail, as far as ${times} tries show.`,
        ]
      : []),
    trusted
      ? "It may be trusted: at most 4 of the last 40 failed."
      : "It is not to be trusted: more than 4 of the last 40 failed. Look for answers that hang together, or time-outs of one side.",
    ...(interrupted ? ["It was stopped before all were done."] : []),
  ];
}
