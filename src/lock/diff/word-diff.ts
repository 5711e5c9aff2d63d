import type { ChangeObject } from "diff";
import { diffLibrary } from "../../util/index.ts";

/** A piece of a changed place: what both sides have, what went, or what came. */
export interface WordPart {
  kind: "same" | "removed" | "added";
  text: string;
}

/** A changed place. The texts of its same and removed parts are whole lines of the text before, likewise after. */
export interface Hunk {
  /** The first line on each side, from 1. */
  line: { before: number; after: number };
  parts: WordPart[];
}

/** Beyond this many differences a place counts as written anew; the search would take minutes. */
const maxEdits = 2000;

/** What differs between two texts, word by word in the lines that changed; lines that stayed are left out. */
export function wordDiff(before: string, after: string): Hunk[] {
  const { diffLines } = diffLibrary();
  const hunks: Hunk[] = [];
  const line = { before: 1, after: 1 };
  let [removed, added] = ["", ""];
  const close = (): void => {
    if (removed !== "" || added !== "") hunks.push({ line: { ...line }, parts: words(removed, added) });
    line.before += lineCount(removed);
    line.after += lineCount(added);
    [removed, added] = ["", ""];
  };
  for (const part of partsOf(diffLines(before, after, { maxEditLength: maxEdits }), before, after)) {
    if (part.kind === "removed") removed += part.text;
    else if (part.kind === "added") added += part.text;
    else {
      close();
      line.before += lineCount(part.text);
      line.after += lineCount(part.text);
    }
  }
  close();
  return hunks;
}

function words(before: string, after: string): WordPart[] {
  if (before === "" || after === "") return partsOf(undefined, before, after);
  return partsOf(diffLibrary().diffWordsWithSpace(before, after, { maxEditLength: maxEdits }), before, after);
}

function partsOf(changes: ChangeObject<string>[] | undefined, before: string, after: string): WordPart[] {
  if (changes !== undefined)
    return changes.map(({ added, removed, value }) => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value,
    }));
  return [
    ...(before === "" ? [] : [{ kind: "removed" as const, text: before }]),
    ...(after === "" ? [] : [{ kind: "added" as const, text: after }]),
  ];
}

function lineCount(text: string): number {
  return text.split("\n").length - 1;
}
