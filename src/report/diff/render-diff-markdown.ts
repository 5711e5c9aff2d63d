import type { LayerChange, Pair, ProjectDiff, StackDiff } from "../../lock/index.ts";
import { plainLine } from "../../util/index.ts";
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
    `## Prompts: ${code(names.before)} → ${code(names.after)}`,
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
    `### ${code(stack.stack)}: ${summarizeStack(stack)}`,
    ...changes.flatMap((change) => changeBlocks(change, describeChange(change))),
    ...unseen.flatMap((change) =>
      changeBlocks({ ...change, kind: "unseen" }, describeChange({ ...change, kind: "unseen" })),
    ),
    ...list(describeOneSided(stack)),
    ...(combinations.length === 0 ? [] : [table(stack)]),
    ...(cases.length === 0 ? [] : [`Guarded by ${cases.map(code).join(", ")}.`]),
  ];
}

function changeBlocks(
  { kind, layer, hunks }: Pick<LayerChange, "layer" | "hunks"> & { kind: string },
  notes: string[],
): string[] {
  const head = `**${kind}** ${[layer, ...notes].map(code).join(", ")}`;
  if (hunks.length === 0) return [head];
  const body = hunks.map((hunk) => hunkLines(hunk, plainMark).join("\n")).join("\n…\n");
  const fence = "`".repeat(Math.max(3, longestRun(body) + 1));
  return [head, `${fence}text\n${body}\n${fence}`];
}

function table(stack: StackDiff): string {
  const rows = alike(stack.combinations).map((group) => {
    const [first] = group as [(typeof group)[0]];
    const layers = code(describeLayers(stack, first));
    return first.hash.before === first.hash.after
      ? [code(nameGroup(group)), layers, "", ""]
      : [code(nameGroup(group)), layers, describeSize(group), describePrefix(group)];
  });
  const head = [
    ["assembled text", "layers", "size", "cache"],
    ["---", "---", "---", "---"],
  ];
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function list(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${code(line)}`).join("\n")];
}

/** A code span that ends where it should, in a table too. */
function code(text: string): string {
  const plain = plainLine(text).replaceAll("|", String.raw`\|`);
  const ticks = "`".repeat(longestRun(plain) + 1);
  return /^`|`$/.test(plain) ? `${ticks} ${plain} ${ticks}` : `${ticks}${plain}${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
