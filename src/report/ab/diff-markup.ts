import type { Hunk, LayerChange, Pair, ProjectDiff, StackDiff } from "../../lock/index.ts";
import { describeChange, describeOneSided, summarizeStack } from "../diff/describe-diff.ts";
import { shorten } from "../diff/hunk-lines.ts";
import { type Markup, markup } from "../markup.ts";

/** What differs between the prompts, layer by layer; stacks without a difference are left out. */
export function diffMarkup({ stacks }: ProjectDiff, names: Pair<string>): Markup {
  const changed = stacks.filter(
    ({ kind, combinations, unseen }) => kind !== "compared" || combinations.length + unseen.length > 0,
  );
  if (changed.length === 0)
    return markup`<p>No text that reaches a model in the stacks' own scenarios differs between ${names.before} and ${names.after}.</p>`;
  return markup`${changed.map(stackMarkup)}`;
}

function stackMarkup(diff: StackDiff): Markup {
  const unseen = diff.unseen.map((change) =>
    layerMarkup({ ...change, kind: "unseen" }, "changed, in no text of the stack's own scenario"),
  );
  return markup`<section><h3>${diff.stack}</h3>
<p class="facts">${[summarizeStack(diff), ...describeOneSided(diff)].join(" · ")}</p>
${diff.changes.map((change) => layerMarkup(change, change.kind))}${unseen}</section>\n`;
}

type Change = LayerChange | (StackDiff["unseen"][number] & { kind: "unseen" });

function layerMarkup(change: Change, what: string): Markup {
  const facts = [what, ...describeChange(change)].join(" · ");
  return markup`<div class="layer"><h4>${change.layer}</h4><p class="facts">${facts}</p>${change.hunks.map(hunkMarkup)}</div>\n`;
}

function hunkMarkup({ parts }: Hunk): Markup {
  const shown = parts.map((part, i) => {
    const at = { first: i === 0, last: i === parts.length - 1 };
    if (part.kind === "same") return markup`${shorten(part.text, at)}`;
    // A line end that went or came would not be seen.
    const text = part.text.replaceAll("\n", "⏎\n");
    return part.kind === "removed" ? markup`<del>${text}</del>` : markup`<ins>${text}</ins>`;
  });
  return markup`<pre>${shown}</pre>`;
}
