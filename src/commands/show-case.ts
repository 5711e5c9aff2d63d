import { layerText } from "../assemble/index.ts";
import { exitCodeOf, type Plan, type PlannedTrial, runAlone, type Trial } from "../run/index.ts";
import { countTrials } from "../report/index.ts";
import { stableJson, plainLine, plainText } from "../util/index.ts";
import type { Io } from "./io.ts";

/** `eval --show`: the prompt with its layers, the answer and every assertion of one case. Writes no run. */
export async function showCase(
  io: Io,
  plan: Plan,
  { json, ...options }: Parameters<typeof runAlone>[1] & { json: boolean },
): Promise<number> {
  const planned = plan.trials[0]!;
  const { assembly, request } = planned;
  const trial = await runAlone(plan, options);
  if (trial === undefined) return io.signal.aborted ? 130 : 3;
  const code = exitCodeOf(countTrials([trial]));
  if (json) {
    const layers = assembly.layers.map((layer) => ({ ...layer, text: layerText(assembly, layer) }));
    io.stdout.write(`${stableJson({ schema: 1, trial, request, layers }, 2)}\n`);
    return code;
  }
  io.stdout.write(`${describeTrial(planned, trial, plan.trials.length).join("\n")}\n`);
  return code;
}

/** What an agent called, with the flags that a call raised behind it. */
function describeCalls({ toolCalls = [], flags = [] }: Trial): string[] {
  if (toolCalls.length === 0) return [];
  const told = flags.map(({ flag, blocking, reason }) => `${blocking ? "FAIL" : "warn"}  ${flag}: ${reason}`);
  const calls = toolCalls.map((call, i) => `${i + 1}. ${call.name} ${JSON.stringify(call.arguments)}`);
  return ["--- tool calls", ...[...calls, ...told].map((line) => plainLine(line)), ""];
}

function describeTrial(
  { case: item, assembly, request }: PlannedTrial,
  trial: Trial,
  combinations: number,
): string[] {
  const { stack, variant, profile, model, scenario } = assembly;
  return [
    `case      ${trial.case} (${item.file}:${item.line})`,
    `assembled ${stack} ${variant} ${profile} ${model}, scenario ${scenario}`,
    `hash      ${assembly.hash}`,
    ...(combinations > 1
      ? [`          the first of ${combinations} combinations; choose with --profile, --model, --variant`]
      : []),
    "",
    ...assembly.layers.flatMap((layer) => [
      `--- ${layer.id} ${layer.version ?? ""} (${layer.channel}, bytes ${layer.start} to ${layer.end})`,
      plainText(layerText(assembly, layer)),
    ]),
    "",
    ...(request === null ? [] : [`--- input`, plainText(request.messages.at(-1)!.content), ""]),
    ...describeCalls(trial),
    ...(trial.output === null ? [] : [`--- answer of ${trial.answer}`, plainText(trial.output), ""]),
    "--- assertions",
    ...trial.assertions.map(
      ({ type, pass, reason }) => `${pass ? "pass" : "FAIL"}  ${type}: ${plainLine(reason)}`,
    ),
    `${trial.status}${trial.status === "failed" || trial.reason === "" ? "" : `: ${plainLine(trial.reason)}`}`,
  ];
}
