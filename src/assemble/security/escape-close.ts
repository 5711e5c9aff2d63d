/** What stands right before and right after a body. */
export interface Surroundings {
  before: string;
  after: string;
}

/**
 * Breaks every `close` in a body by putting `mark` after the delimiter's leading run: `---` + mark + ` END ---`. Not
 * even a part of the body together with what stands `around` it gives the delimiter. A delimiter of one character
 * cannot be broken and is replaced by the mark.
 */
export function escapeClose(
  body: string,
  close: string,
  mark: string,
  around: Surroundings = { before: "", after: close },
): string {
  // With no unit in common, no occurrence can hold a part of a mark, so putting marks in makes no new ones.
  if (close === "" || mark === "" || mark.split("").some((unit) => close.includes(unit))) {
    throw new RangeError("The delimiter and the mark must not be empty, nor have a character in common.");
  }
  const escaped = breakInside(body, close, mark);
  const start = spans(around.before, escaped + around.after, close) ? mark + escaped : escaped;
  return spans(around.before + start, around.after, close) ? start + mark : start;
}

function breakInside(body: string, close: string, mark: string): string {
  const points = [...close];
  const run = points.findIndex((point) => point !== points[0]);
  const at = points.slice(0, run < 0 ? 1 : run).join("").length;
  if (at === close.length) return body.replaceAll(close, () => mark);
  let escaped = "";
  let from = 0;
  // The search goes on right after the mark, as the next occurrence may begin within this one.
  for (let i = body.indexOf(close); i >= 0; i = body.indexOf(close, from)) {
    escaped += body.slice(from, i + at) + mark;
    from = i + at;
  }
  return escaped + body.slice(from);
}

/** Whether the end of one text and the start of the next make up the delimiter. */
function spans(left: string, right: string, close: string): boolean {
  const reach = close.length - 1;
  return (left.slice(Math.max(0, left.length - reach)) + right.slice(0, reach)).includes(close);
}

/**
 * Takes every fence out of a body, also those that only come together when another is taken out. Letters A to Z
 * count as equal in upper and lower case.
 */
export function removeFences(body: string, fences: readonly string[]): string {
  // The longest first: a fence may end with another one.
  const wanted = fences.map(foldCase).filter((fence) => fence !== "");
  wanted.sort((a, b) => b.length - a.length);
  const folded = foldCase(body);
  const kept: number[] = [];
  const endsWith = (fence: string): boolean => {
    const start = kept.length - fence.length;
    if (start < 0) return false;
    for (let i = fence.length - 1; i >= 0; i--) if (folded[kept[start + i]!] !== fence[i]) return false;
    return true;
  };
  // What is kept never holds a fence, so a new one can only end at the last character: one pass is enough.
  for (let offset = 0; offset < body.length; offset++) {
    kept.push(offset);
    const fence = wanted.find(endsWith);
    if (fence !== undefined) kept.length -= fence.length;
  }
  return kept.map((offset) => body[offset]).join("");
}

/** Lower case for A to Z only, which keeps the length. */
function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
