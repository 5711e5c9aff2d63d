import type { LayerChange, Pair, ProjectDiff, StackDiff } from "../../lock/index.ts";
import { codeBlock, codeSpan } from "../markdown.ts";
import {
  alike,
  describeChange,
  describeLayers,
  describeOneSided,
  describePrefix,
  describeSize,
  named,
  nameGroup,
  summarizeStack,
} from "./describe-diff.ts";
import { hunkLines, plainMark } from "./hunk-lines.ts";

/** A comparison as Markdown, for a comment or a release note. Nothing of a prompt can act as markup. */
export function renderDiffMarkdown(diff: ProjectDiff, names: Pair<string>): string {
  const blocks = [
    `## Prompts: ${codeSpan(names.before)} → ${codeSpan(names.after)}`,
    ...list([
      ...named("model", "added", diff.models.added),
      ...named("model", "removed", diff.models.removed),
    ]),
    ...diff.stacks.flatMap(stackBlocks),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function stackBlocks(stack: StackDiff): string[] {
  const { changes, unseen, combinations, cases } = stack;
  return [
    `### ${codeSpan(stack.stack)}: ${summarizeStack(stack)}`,
    ...changes.flatMap((change) => changeBlocks(change, describeChange(change))),
    ...unseen.flatMap((change) =>
      changeBlocks({ ...change, kind: "unseen" }, describeChange({ ...change, kind: "unseen" })),
    ),
    ...list(describeOneSided(stack)),
    ...(combinations.length === 0 ? [] : [table(stack)]),
    ...(cases.length === 0 ? [] : [`Guarded by ${cases.map(codeSpan).join(", ")}.`]),
  ];
}

function changeBlocks(
  { kind, layer, hunks }: Pick<LayerChange, "layer" | "hunks"> & { kind: string },
  notes: string[],
): string[] {
  const head = `**${kind}** ${[layer, ...notes].map(codeSpan).join(", ")}`;
  if (hunks.length === 0) return [head];
  const body = hunks.map((hunk) => hunkLines(hunk, plainMark).join("\n")).join("\n…\n");
  return [head, codeBlock(body, "text")];
}

function table(stack: StackDiff): string {
  const rows = alike(stack.combinations).map((group) => {
    const [first] = group as [(typeof group)[0]];
    const layers = codeSpan(describeLayers(stack, first));
    return first.hash.before === first.hash.after
      ? [codeSpan(nameGroup(group)), layers, "", ""]
      : [codeSpan(nameGroup(group)), layers, describeSize(group), describePrefix(group)];
  });
  const head = [
    ["assembled text", "layers", "size", "cache"],
    ["---", "---", "---", "---"],
  ];
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function list(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${codeSpan(line)}`).join("\n")];
}
