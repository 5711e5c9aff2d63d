/**
 * Where a text names a tool. A name such as `send_progress` can mean nothing else; a name that is also a word, such as
 * read, counts in code marks or beside the word tool alone.
 */
export function mentionPattern(tool: string): RegExp {
  const name = tool.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  if (/[_\d]|[a-z][A-Z]|\w-\w/.test(tool)) return new RegExp(String.raw`(?<![\w/.-])${name}(?![\w-])`);
  return new RegExp(String.raw`\x60${name}\x60|(?<![\w/.-])(?:tool\s${name}(?![\w-])|${name}\stools?(?!\w))`);
}

/** Where a text may speak of a tool at all. */
export function loosePattern(tool: string): RegExp {
  const name = tool.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<!\w)${name}(?!\w)`, "i");
}
