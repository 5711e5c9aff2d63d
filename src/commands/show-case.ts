import { layerText } from "../assemble/index.ts";
import { answeringModels, executeTrial, exitCodeOf, type Plan } from "../run/index.ts";
import { countTrials, plainText } from "../report/index.ts";
import type { Io } from "./io.ts";
import { printFindings } from "./open-project.ts";

/** `eval --show`: the prompt with its layers, the answer and every assertion of one case. Writes no run. */
export async function showCase(io: Io, plan: Plan): Promise<number> {
  const planned = plan.trials[0]!;
  const { assembly, request } = planned;
  const { models, findings } = answeringModels([planned]);
  printFindings(io, findings);
  const trial = await executeTrial(planned, plan, models);
  const { stack, variant, profile, model, scenario } = assembly;
  const lines = [
    `case      ${trial.case} (${planned.case.file}:${planned.case.line})`,
    `assembled ${stack} ${variant} ${profile} ${model}, scenario ${scenario}`,
    `hash      ${assembly.hash}`,
    ...(plan.trials.length > 1
      ? [
          `          the first of ${plan.trials.length} combinations; choose with --profile, --model, --variant`,
        ]
      : []),
    "",
    ...assembly.layers.flatMap((layer) => [
      `--- ${layer.id} ${layer.version ?? ""} (${layer.channel}, bytes ${layer.start} to ${layer.end})`,
      plainText(layerText(assembly, layer)),
    ]),
    "",
    ...(request === null ? [] : [`--- input`, plainText(request.messages.at(-1)!.content), ""]),
    ...(trial.output === null ? [] : [`--- answer of ${trial.answer}`, plainText(trial.output), ""]),
    "--- assertions",
    ...trial.assertions.map(
      ({ type, pass, reason }) => `${pass ? "pass" : "FAIL"}  ${type}: ${plainText(reason)}`,
    ),
    `${trial.status}${trial.status === "failed" || trial.reason === "" ? "" : `: ${plainText(trial.reason)}`}`,
  ];
  io.stdout.write(`${lines.join("\n")}\n`);
  return exitCodeOf(countTrials([trial]));
}
