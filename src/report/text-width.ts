// Terminal columns of East Asian wide and fullwidth blocks; ambiguous ones (Cyrillic, Greek) are narrow.
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2fb}\u{20000}-\u{3fffd}])/u;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many terminal columns a plain text takes. */
export function textWidth(text: string): number {
  if (isAscii(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text cut to at most `width` columns, the last of them an ellipsis if anything was cut. */
export function fitText(text: string, width: number): string {
  if (isAscii(text)) return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
  let used = 0;
  let kept = "";
  for (const { segment, index } of segmenter.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width) return `${kept}…`;
    // What fits beside the ellipsis, should one be needed.
    if (used < width) kept = text.slice(0, index + segment.length);
  }
  return text;
}

/** The text filled up with spaces to `width` columns. */
export function padText(text: string, width: number, side: "left" | "right" = "right"): string {
  const space = " ".repeat(Math.max(0, width - textWidth(text)));
  return side === "left" ? space + text : text + space;
}

/** The text broken at spaces into lines of at most `width` columns; a longer word keeps a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ +/)) {
    const line = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(line) <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  if (/^[\p{Mn}\p{Me}\p{Cf}]/u.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes("\ufe0f") ? 2 : 1;
}
