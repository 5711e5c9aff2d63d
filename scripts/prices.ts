import path from "node:path";
import { formatTable } from "../src/commands/table.ts";
import { diskTree, loadProject } from "../src/load/index.ts";
import { loadPromptfoo } from "../src/model/index.ts";

/*
 * Prints the prices of prompts/models.yaml beside those of promptfoo's tables, in dollars for a million tokens:
 * `node scripts/prices.ts`. Exits with 1 where they differ. promptfoo does not export its tables, but its providers carry
 * them; it has no prices for caches and batches, which follow from the vendors' rules.
 */
const { project } = loadProject(diskTree(path.join(import.meta.dirname, "..")));
const { loadApiProvider } = await loadPromptfoo();

/** Providers of promptfoo that carry a table, by the prefix of our ids. */
const carriers: Record<string, string> = {
  anthropic: "anthropic:messages:claude-haiku-4-5-20251001",
  openai: "openai:chat:gpt-4.1",
};

interface Priced {
  id: string;
  cost?: { input: number; output: number };
}

async function tableOf(carrier: string): Promise<Map<string, Priced["cost"]>> {
  const provider = await loadApiProvider(carrier, { options: { config: { apiKey: "none" } } });
  const statics = Object.entries(Object.getOwnPropertyDescriptors(provider.constructor));
  const tables = statics.flatMap(([name, { value }]) =>
    name.endsWith("_MODELS") && Array.isArray(value) ? (value as Priced[]) : [],
  );
  return new Map(tables.map(({ id, cost }) => [id, cost]));
}

const perMillion = (dollars: number | undefined): string =>
  dollars === undefined ? "n/a" : String(Math.round(dollars * 1e12) / 1e6);

let differ = false;
const rows: string[][] = [];
for (const [prefix, carrier] of Object.entries(carriers)) {
  const table = await tableOf(carrier);
  for (const { id, prices } of project.models.values()) {
    if (!id.startsWith(`${prefix}:`)) continue;
    const name = id.slice(prefix.length + 1);
    // A dated id costs what its model costs, where only that is listed.
    const theirs = table.get(name) ?? table.get(name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, ""));
    const ours = prices === undefined ? ["n/a", "n/a"] : [String(prices.input), String(prices.output)];
    const found = [perMillion(theirs?.input), perMillion(theirs?.output)];
    const same = found.every((price, i) => price === "n/a" || price === ours[i]);
    differ ||= !same;
    rows.push([id, ...ours, ...found, prices?.date ?? "", same ? "" : "DIFFERS"]);
  }
}
process.stdout.write(
  formatTable(["", "input", "output", "promptfoo in", "promptfoo out", "read on", ""], rows),
);
process.exitCode = differ ? 1 : 0;
