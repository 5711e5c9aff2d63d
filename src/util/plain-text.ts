// Linear on purpose: no part can match what the next one starts with, and a string sequence ends
// at the next introducer, so a megabyte of unfinished ones is not read again from each of them.
const sequences = new RegExp(
  [
    String.raw`(?:\x1b[P\]X^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)`,
    String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`,
    String.raw`\x1b[ -/]*[0-~]`,
  ].join("|"),
  "g",
);

// Invisible, or able to reorder what is read. The joiners stay: emoji and several scripts need them.
const hidden = /[\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** A text that is safe to show: no escape sequences, controls, bidi overrides or invisible characters; lines and tabs stay. */
export function plainText(text: string): string {
  const shown = text.replaceAll(sequences, "").replaceAll(/\r\n?|[\u2028\u2029]/g, "\n");
  return shown.replaceAll(hidden, "").replaceAll(/(?![\t\n])\p{Cc}/gu, "");
}

/** As {@link plainText}, on one line. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/[\t\n]+/g, " ");
}
