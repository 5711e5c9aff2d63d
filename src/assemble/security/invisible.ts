/** Code points that show nothing, or turn the direction of what is shown. */
const invisible = [
  ...[0x200b, 0x200c, 0x200d], // zero width
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e], // bidi embeddings and overrides
  ...[0x2060, 0x2062, 0x2063, 0x2064], // joiner and invisible operators
  ...[0x2066, 0x2067, 0x2068, 0x2069], // bidi isolates
  0xfeff, // byte order mark
].map((point) => String.fromCodePoint(point));

/** The text without one leading byte order mark. */
export function stripBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** An id such as `invisible_unicode_U+200B` for each invisible code point in a text, by code point. */
export function invisibleIds(text: string): string[] {
  return invisible.filter((character) => text.includes(character)).map(idOf);
}

function idOf(character: string): string {
  return `invisible_unicode_U+${character.codePointAt(0)!.toString(16).toUpperCase()}`;
}
