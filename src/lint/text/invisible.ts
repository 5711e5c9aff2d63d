// Alternatives, as some of them combine with what stands before them in a class.
const invisible =
  /\u034f|\u180e|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

/** Scripts whose letters are joined or kept apart by the joiners, or separated by U+200B. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
const spaceless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Lines, from 1, with the code points on them that nothing excuses. */
export function findInvisible(text: string): { line: number; points: string[] }[] {
  if (text.search(invisible) < 0) return [];
  const found: { line: number; points: string[] }[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const points = new Set<string>();
    let isRightToLeft: boolean | undefined;
    for (const { 0: character, index } of line.matchAll(invisible)) {
      const before = before1(line, index);
      if (character === "\u200d" && pictograph.test(before)) continue;
      if ((character === "\u200c" || character === "\u200d") && joining.test(before)) continue;
      if (character === "\u200b" && spaceless.test(before)) continue;
      if (/[\u200e\u200f\u061c]/.test(character) && (isRightToLeft ??= rightToLeft.test(line))) continue;
      // The tags after a black flag spell a region: the flag of Wales is one.
      if (character >= "\u{e0020}" && /[\u{1f3f4}\u{e0020}-\u{e007f}]/u.test(before) && isFlag(line, index))
        continue;
      points.add(`U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`);
    }
    if (points.size > 0) found.push({ line: i + 1, points: [...points] });
  }
  return found;
}

/** The code point before an offset, or nothing. */
function before1(line: string, index: number): string {
  const low = line.charCodeAt(index - 1);
  return line.slice(low >= 0xdc00 && low <= 0xdfff ? index - 2 : index - 1, index);
}

/** Whether at most six tags lie between an offset and a black flag. */
function isFlag(line: string, index: number): boolean {
  return /\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6}$/u.test(line.slice(Math.max(0, index - 14), index));
}
