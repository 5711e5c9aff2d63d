import { assemble, type Assembly, layerText } from "../../assemble/index.ts";
import { loadPrompts, type SourceTree } from "../../load/index.ts";
import { sha256 } from "../../util/index.ts";
import type { HashUse } from "./types.ts";

/** Assembles a combination from a tree in its stack's reference scenario; null when the tree cannot give it. */
export function assembleFrom(
  tree: SourceTree,
  of: { stack: string; variant: string; profile: string; model: string },
): Assembly | null {
  const { prompts, findings } = loadPrompts(tree);
  if (findings.some(({ severity }) => severity === "error")) return null;
  const stack = prompts.stacks.get(of.stack)?.get(of.variant);
  const profile = stack?.profiles.get(of.profile);
  const model = prompts.models.get(of.model);
  const scenario = prompts.scenarios.get(stack?.reference ?? "");
  if (stack === undefined || profile === undefined || model === undefined || scenario === undefined)
    return null;
  return assemble({ stack, profile, model, scenario });
}

/** The bytes that a use's hash is of, cut out of its assembly; null where they are others by now. */
export function exactText(assembly: Assembly, use: HashUse): string | null {
  const candidates = textsOf(assembly, use);
  return candidates.find((text) => sha256(text) === use.hash) ?? null;
}

function textsOf(assembly: Assembly, { kind, layer }: HashUse): string[] {
  if (kind === "assembly") return [assembly.text];
  if (kind === "layer")
    return assembly.layers.filter(({ id }) => id === layer).map((one) => layerText(assembly, one));
  if (kind !== "prefix") return [];
  // The prefix ends with the last cached layer, or with the text itself.
  const bytes = Buffer.from(assembly.text, "utf8");
  const ends = assembly.layers.filter(({ channel }) => channel === "system").map(({ end }) => end);
  return [0, ...ends, bytes.length].map((end) => bytes.subarray(0, end).toString("utf8"));
}
