import { loadTokenizer } from "../../assemble/index.ts";
import { isLocal, type PlannedTrial, type Trial } from "../../run/index.ts";
import { scoreOutput } from "../../score/index.ts";

/**
 * Whether what the embedded reader no longer found on B is still in the text that reaches the model: the assertions that
 * its answer failed are run on B's whole assembled text. undefined where the text is no excuse: nobody was asked, or
 * what failed is about order, the last word or the assembly itself.
 */
export async function excuseReader(
  { answer, assertions, assembly }: PlannedTrial,
  row: Trial,
  allow: readonly string[],
): Promise<"there" | "gone" | undefined> {
  if (answer === null || !isLocal(answer)) return undefined;
  const failed = assertions.filter((_, i) => row.assertions[i]?.pass === false);
  if (failed.length === 0 || failed.some(({ type }) => /^(not-)?strata:/.test(type))) return undefined;
  const output = [assembly.text, ...Object.values(assembly.channels).map(({ text }) => text)].join("\n\n");
  const subject = { output, assembly: { text: assembly.text, layers: [], tools: [] } };
  const countTokens = async (text: string) => (await loadTokenizer())(text);
  const results = await scoreOutput(failed, subject, { countTokens, allow });
  return results.every(({ pass, error }) => pass && error === undefined) ? "there" : "gone";
}
