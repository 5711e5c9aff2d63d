import { type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import { compareText } from "../util/index.ts";
import { textOf } from "./candidate.ts";
import { readFrontMatter, textsOf } from "./front-matter-values.ts";
import type { StepContext } from "./run-steps.ts";

type Index = FileSource & { kind: "index" };

/** Category folders and the items in them, both in name order whatever the order of the directory. */
export function renderIndex(source: Index, { world }: Scenario, facts: StepContext["facts"]): string {
  const dir = fillPlaceholders(source.dir, facts.text);
  const namesIn = (at: string): string[] => {
    const entry = world.lookup(at);
    return entry.kind === "directory" ? entry.names.toSorted(compareText) : [];
  };
  const lines = namesIn(dir).flatMap((category) => {
    const items = namesIn(`${dir}/${category}`).flatMap(
      (item) => itemLine(`${dir}/${category}/${item}`, item, source, world) ?? [],
    );
    if (items.length === 0) return [];
    return [
      fillPlaceholders(source.category, (name) => (name === "category" ? category : undefined)),
      ...items.toSorted(compareText),
    ];
  });
  return lines.join("\n");
}

/** An item without a readable description is no item. */
function itemLine(at: string, folder: string, source: Index, world: Scenario["world"]): string | undefined {
  const text = textOf(world.lookup(`${at}/${source.file}`));
  const read = text === undefined ? undefined : readFrontMatter(text, world);
  if (read === undefined || "problem" in read) return undefined;
  const values: Record<string, string> = { name: folder, description: "", ...textsOf(read.values) };
  return fillPlaceholders(source.item, (name) => values[name]);
}
