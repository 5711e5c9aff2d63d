import { type FileSource, fillPlaceholders } from "../load/index.ts";
import type { StepContext } from "./run-steps.ts";

type JsonLines = NonNullable<FileSource["jsonLines"]>;
type Row = Record<string, string>;

/** Renders the valid rows of a JSON lines text that match, the last ones only; invalid rows are skipped. */
export function parseJsonLines(text: string, spec: JsonLines, facts: StepContext["facts"]): string {
  const rows = rowsOf(text, spec);
  const { where } = spec;
  const taken = rows.filter(
    (row) => where === undefined || where.some((wanted) => matches(row, wanted, facts)),
  );
  const latest = spec.latest === undefined ? taken : taken.slice(-spec.latest);
  return latest.map((row) => renderRow(row, spec)).join("\n");
}

const memo = new WeakMap<JsonLines, { text: string; rows: readonly Row[] }>();

/** The valid rows of a text; the last one is kept, as the same file stands in every assembly. */
function rowsOf(text: string, spec: JsonLines): readonly Row[] {
  const known = memo.get(spec);
  if (known?.text === text) return known.rows;
  const rows = text
    .split("\n")
    .map((line) => parseRow(line, spec))
    .filter((row) => row !== undefined);
  memo.set(spec, { text, rows });
  return rows;
}

/** A row with exactly the fields that are declared, as texts with their white space collapsed; else undefined. */
function parseRow(line: string, { fields, maxLengths }: JsonLines): Row | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const given = Object.entries(value).filter(([, field]) => field !== null);
  if (given.some(([key, field]) => !Object.hasOwn(fields, key) || typeof field !== "string"))
    return undefined;
  const row = Object.fromEntries(
    given.map(([key, field]) => [key, String(field).replaceAll(/\s+/g, " ").trim()]),
  );
  const missing = Object.entries(fields).some(([key, need]) => need === "required" && !row[key]);
  const tooLong = Object.entries(maxLengths).some(([key, max]) => [...(row[key] ?? "")].length > max);
  return missing || tooLong ? undefined : row;
}

function matches(row: Row, wanted: Record<string, string>, facts: StepContext["facts"]): boolean {
  return Object.entries(wanted).every(([key, value]) => row[key] === fillPlaceholders(value, facts.text));
}

function renderRow(row: Row, spec: JsonLines): string {
  const values: Row = { ...row, label: spec.labels[row["type"] ?? ""] ?? row["type"] ?? "" };
  return fillPlaceholders(spec.row, (name) => values[name]);
}
