import { styleText } from "node:util";
import type { Hunk, Pair, ProjectDiff, StackDiff } from "../../lock/index.ts";
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
import { hunkLines, type Mark, plainMark } from "./hunk-lines.ts";

/** A comparison for a terminal or a log; without colour the words that went and came stand in [-…-] and {+…+}. */
export function renderDiffText(
  diff: ProjectDiff,
  names: Pair<string>,
  { color }: { color: boolean },
): string {
  const bold = (text: string) => (color ? styleText("bold", text, { validateStream: false }) : text);
  const mark: Mark = color
    ? (kind, text) => styleText(kind === "removed" ? "red" : "green", text, { validateStream: false })
    : plainMark;
  const blocks = [
    [
      bold(plainLine(`${names.before} -> ${names.after}`)),
      ...named("model", "added", diff.models.added),
      ...named("model", "removed", diff.models.removed),
    ],
    ...diff.stacks.map((stack) => stackLines(stack, mark, bold)),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function stackLines(stack: StackDiff, mark: Mark, bold: (text: string) => string): string[] {
  return [
    `${bold(stack.stack)}: ${summarizeStack(stack)}`,
    ...stack.changes.flatMap((change) =>
      changeLines(change.kind, change.layer, describeChange(change), change.hunks, mark),
    ),
    ...stack.unseen.flatMap((change) =>
      changeLines("unseen", change.layer, describeChange({ ...change, kind: "unseen" }), change.hunks, mark),
    ),
    ...alike(stack.combinations).flatMap((group) => [
      `  in ${nameGroup(group)}: ${describeLayers(stack, group[0]!)}`,
      ...(group[0]!.hash.before === group[0]!.hash.after
        ? []
        : [`     ${describeSize(group)}`, `     ${describePrefix(group)}`]),
    ]),
    ...describeOneSided(stack).map((line) => `  ${line}`),
    ...(stack.cases.length === 0 ? [] : [`  guarded by ${stack.cases.map(plainLine).join(", ")}`]),
  ];
}

function changeLines(
  kind: string,
  layer: string,
  notes: string[],
  hunks: readonly Hunk[],
  mark: Mark,
): string[] {
  return [
    `  ${kind.padEnd(8)} ${[plainLine(layer), ...notes].join(", ")}`,
    ...hunks.flatMap((hunk) => hunkLines(hunk, mark).map((line) => `    | ${line}`)),
  ];
}
