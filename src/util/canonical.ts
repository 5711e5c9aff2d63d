const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text as every hash sees it: without one leading BOM, with LF line ends, otherwise untouched. */
export function canonicalText(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.slice(start).replaceAll(/\r\n?/g, "\n");
}

/** Decodes UTF-8 strictly; undefined for bytes that are not UTF-8. A BOM stays, see {@link canonicalText}. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Length in UTF-8 bytes. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
