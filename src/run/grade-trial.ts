import { type Assembly, type CountTokens, layerText, loadTokenizer } from "../assemble/index.ts";
import {
  type AssertionResult,
  type Judge,
  scoreOutput,
  type Subject,
  type ToolCallMade,
} from "../score/index.ts";
import type { Ending } from "./converse.ts";
import { inspectTrial } from "./inspect-trial.ts";
import { runReasons } from "./messages.ts";
import { channelsHash } from "./request-key.ts";
import type { PlannedTrial, Trial } from "./types.ts";

export interface GradeDeps {
  allow: readonly string[];
  judge?: Judge;
}

/** Grades what a trial was answered, or its assembly (null) where nobody was asked, and says how the trial ended. */
export async function gradeTrial(
  planned: PlannedTrial,
  ending: Exclude<Ending, { kind: "stopped" }> | null,
  deps: GradeDeps,
): Promise<Trial> {
  if (planned.skip !== undefined) return finish(planned, "skipped", planned.skip, null, []);
  if (ending?.kind === "unmeasured") return finish(planned, "unmeasured", ending.reason, ending.output, []);
  const given = planned.case.providerOutput;
  const output = ending?.text ?? given ?? planned.assembly.text;
  const agent = inspectTrial(planned, ending?.calls, output);
  const subject: Subject = {
    ...{ output, assembly: factsOf(planned.assembly), ...inputOf(planned) },
    ...(agent === undefined ? {} : { agent }),
  };
  const results = await scoreOutput(planned.assertions, subject, { countTokens, ...deps });
  const shown = ending !== null || given !== undefined ? output : null;
  const blocking = agent?.flags.filter((flag) => flag.blocking) ?? [];
  const broken = results.find((result) => result.error);
  const kept =
    agent === undefined ? {} : { toolCalls: agent.run.calls.map(nameAndArguments), flags: agent.flags };
  // What the agent did is known, whether or not a grader answers.
  if (broken !== undefined && blocking.length === 0) {
    const reason = runReasons.graderBroke(broken.type, broken.reason);
    return { ...finish(planned, "unmeasured", reason, shown, results), ...kept };
  }
  const failed = results.filter(({ pass }) => !pass);
  const reason = [
    ...blocking.map((flag) => `${flag.flag}: ${flag.reason}`),
    ...failed.map((result) => `${result.type}: ${result.reason}`),
  ].join("; ");
  return { ...finish(planned, reason === "" ? "passed" : "failed", reason, shown, results), ...kept };
}

function nameAndArguments({ name, arguments: given }: ToolCallMade): { name: string; arguments: unknown } {
  return { name, arguments: given };
}

/** What the user said last, for judges that compare question and answer. */
function inputOf({ case: { input, turns } }: PlannedTrial): Pick<Subject, "input"> {
  const last = turns?.at(-1);
  const said = input ?? (last !== undefined && "user" in last ? last.user : undefined);
  return said === undefined ? {} : { input: said };
}

/** Loads the tokenizer only when an assertion counts tokens. */
async function countTokens(text: string): Promise<number> {
  const count: CountTokens = await loadTokenizer();
  return count(text);
}

const facts = new WeakMap<Assembly, Subject["assembly"]>();

function factsOf(assembly: Assembly): Subject["assembly"] {
  let made = facts.get(assembly);
  if (made === undefined) {
    const layers = assembly.layers.map((layer) => ({
      id: layer.id,
      channel: layer.channel,
      text: layerText(assembly, layer),
    }));
    made = { text: assembly.text, layers, tools: assembly.tools.map(({ name }) => name) };
    facts.set(assembly, made);
  }
  return made;
}

function finish(
  { case: item, assembly, answer, repeat, requestKey, gradeKey, side, position }: PlannedTrial,
  status: Trial["status"],
  reason: string,
  output: string | null,
  assertions: AssertionResult[],
): Trial {
  const { stack, variant, profile, model, scenario, recipeHash, hash } = assembly;
  const channels = channelsHash(assembly);
  return {
    ...{ requestKey, gradeKey, case: item.id, stack, variant, profile, model, answer, scenario, repeat },
    ...{ status, reason, output, assertions, recipeHash, hash },
    ...(channels === undefined ? {} : { channelsHash: channels }),
    ...(side === undefined ? {} : { side }),
    ...(position === undefined ? {} : { position }),
  };
}
