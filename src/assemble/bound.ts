import { fillPlaceholders, type Step } from "../load/index.ts";
import { byteLength } from "../util/index.ts";

/** A bound whose limit is worked out. */
export type Bound = Omit<Extract<Step, { kind: "bound" }>, "max"> & { max: number };

export type Bounded =
  | { kind: "fits"; text: string }
  | { kind: "cut"; text: string }
  | { kind: "over"; size: number };

/** Applies a bound. A cut never splits a code point; `over` is for bounds that reject or skip. `names` are for the marker. */
export function applyBound(text: string, bound: Bound, names: Record<string, string> = {}): Bounded {
  const { unit, max, cut } = bound;
  const size = sizeIn(unit, text);
  if (size <= max) return { kind: "fits", text };
  if (cut === "reject" || cut === "skip") return { kind: "over", size };
  const ratios = cut === "head" ? ([1, 0] as const) : cut.headTail;
  return { kind: "cut", text: cutWithMarker(text, bound, size, ratios, names) };
}

function cutWithMarker(
  text: string,
  bound: Bound,
  size: number,
  [head, tail]: readonly [number, number],
  names: Record<string, string>,
): string {
  const { unit, max, marker, markerInside } = bound;
  const shares = (available: number): [number, number] => {
    const first = Math.floor(available * head);
    // Shares that add up to the whole leave no unit unused.
    return [first, head + tail === 1 ? available - first : Math.floor(available * tail)];
  };
  const render = (available: number): [string, number, number] => {
    const [first, last] = shares(available);
    const values: Record<string, number> = {
      ...{ head: first, tail: last, total: size },
      ...{ kept: first + last, omitted: size - first - last },
    };
    return [fillPlaceholders(marker, (name) => values[name]?.toString() ?? names[name]), first, last];
  };
  let [note, first, last] = render(max);
  if (markerInside) {
    // The marker's own length changes with the numbers in it: take the largest share that fits beside it.
    let available = max - sizeIn(unit, note);
    do [note, first, last] = render(Math.max(0, available--));
    while (available >= 0 && first + last + sizeIn(unit, note) > max);
  }
  return `${takeHead(unit, text, first)}${note}${takeTail(unit, text, last)}`;
}

/** The size of a text in a unit; lines are counted as `head -n` counts them. */
function sizeIn(unit: Bound["unit"], text: string): number {
  switch (unit) {
    case "bytes":
      return byteLength(text);
    case "chars":
      return codePoints(text);
    case "utf16":
      return text.length;
    case "lines":
      return lineEnds(text).length;
  }
}

function takeHead(unit: Bound["unit"], text: string, count: number): string {
  if (count <= 0) return "";
  if (unit === "lines") return text.slice(0, lineEnds(text)[count - 1] ?? text.length);
  return text.slice(0, prefixLength(unit, text, count));
}

function takeTail(unit: Bound["unit"], text: string, count: number): string {
  if (count <= 0) return "";
  if (unit === "lines") {
    const ends = lineEnds(text);
    return text.slice(ends[ends.length - count - 1] ?? 0);
  }
  return text.slice(text.length - suffixLength(unit, text, count));
}

/** Offsets just after each line, its line end included. */
function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) ends.push(i + 1);
  if ((ends.at(-1) ?? 0) < text.length) ends.push(text.length);
  return ends;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** UTF-16 length of the longest start of whole code points that weighs at most `count`. */
function prefixLength(unit: Bound["unit"], text: string, count: number): number {
  let used = 0;
  let length = 0;
  for (const point of text) {
    used += weight(unit, point);
    if (used > count) break;
    length += point.length;
  }
  return length;
}

function suffixLength(unit: Bound["unit"], text: string, count: number): number {
  let used = 0;
  let length = 0;
  while (length < text.length) {
    const end = text.length - length;
    const pair = /[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, end - 2), end));
    const point = text.slice(end - (pair ? 2 : 1), end);
    used += weight(unit, point);
    if (used > count) break;
    length += point.length;
  }
  return length;
}

function weight(unit: Bound["unit"], point: string): number {
  return unit === "bytes" ? byteLength(point) : unit === "utf16" ? point.length : 1;
}
