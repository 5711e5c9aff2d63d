/** Stands for every character of code, quotation, address and comment, so that places stay where they are. */
export const masked = "\u00a4";

/** A piece of Markdown that is read as one: lines joined by LF, masked. */
export interface Block {
  kind: "item" | "paragraph" | "heading" | "table";
  /** Line of the file on which it starts. */
  line: number;
  text: string;
}

/** A sentence of a block. */
export interface Sentence {
  line: number;
  text: string;
}

export interface Prose {
  /** Masked lines, code included. */
  lines: readonly string[];
  blocks: readonly Block[];
  /** Lines inside fences, by index into `lines`. */
  isCode: (index: number) => boolean;
}

/** Reads a text as Markdown: code, quotations and addresses are not the author speaking to the model. */
export function readProse(text: string, firstLine: number): Prose {
  const lines: string[] = [];
  const code = new Set<number>();
  let fence: string | null = null;
  let comment = false;
  for (const [i, line] of text.split("\n").entries()) {
    const mark = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = null;
      code.add(i);
      lines.push(masked.repeat(line.length));
    } else if (mark !== undefined) {
      fence = mark;
      code.add(i);
      lines.push(masked.repeat(line.length));
    } else {
      const shown = withoutComments(line, comment);
      comment = shown.open;
      lines.push(maskSpans(shown.text));
    }
  }
  return { lines, blocks: blocksOf(lines, code, firstLine), isCode: (index) => code.has(index) };
}

function withoutComments(line: string, open: boolean): { text: string; open: boolean } {
  if (!open && !line.includes("<!--")) return { text: line, open };
  let text = "";
  let at = 0;
  let inside = open;
  while (at < line.length) {
    const next = line.indexOf(inside ? "-->" : "<!--", at);
    const end = next < 0 ? line.length : next + (inside ? 3 : 0);
    text += inside ? masked.repeat(end - at) : line.slice(at, end);
    at = end;
    if (next < 0) break;
    inside = !inside;
  }
  return { text, open: inside };
}

// Each alternative stops at the sign that starts it, so that a megabyte of openers is read once.
const spans =
  /`+[^`\n]*`+|"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|「[^「」\n]*」|(?<!\w)'[^'\n]*'(?!\w)|https?:\/\/[^\s)>\]]+/g;

function maskSpans(line: string): string {
  return line.replaceAll(spans, (span) => masked.repeat(span.length));
}

const itemStart = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const headingStart = /^\s{0,3}#{1,6}\s/;

function blocksOf(lines: readonly string[], code: ReadonlySet<number>, firstLine: number): Block[] {
  const blocks: Block[] = [];
  let open: { kind: Block["kind"]; line: number; parts: string[] } | null = null;
  const close = () => {
    if (open !== null) blocks.push({ kind: open.kind, line: open.line, text: open.parts.join("\n") });
    open = null;
  };
  const start = (kind: Block["kind"], i: number, text: string) => {
    close();
    open = { kind, line: firstLine + i, parts: [text] };
  };
  for (const [i, line] of lines.entries()) {
    // A line of signs alone parts what stands around it.
    if (code.has(i) || !/[\p{L}\p{N}¤]/u.test(line)) close();
    else if (headingStart.test(line)) {
      start("heading", i, line);
      close();
    } else if (line.trimStart().startsWith("|")) {
      start("table", i, line);
      close();
    } else if (itemStart.test(line)) start("item", i, line);
    else if (open === null) start("paragraph", i, line);
    else (open as { parts: string[] }).parts.push(line);
  }
  close();
  return blocks;
}

const memo = new WeakMap<Block, readonly Sentence[]>();

/** The sentences of a block, without list markers and emphasis marks at their start. */
export function sentencesOf(block: Block): readonly Sentence[] {
  let sentences = memo.get(block);
  if (sentences === undefined) memo.set(block, (sentences = splitSentences(block)));
  return sentences;
}

function splitSentences({ text, line }: Block): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let at = line;
  for (const end of text.matchAll(/[.!?。！？](?=["')\]*_¤]{0,3}(?:\s|$))/g)) {
    push(end.index + 1);
  }
  push(text.length);
  return sentences;

  function push(to: number): void {
    const piece = text.slice(from, to);
    const body = piece.trimStart();
    const lead = piece.slice(0, piece.length - body.length);
    at += countLines(lead);
    if (body !== "") sentences.push({ line: at, text: strip(body) });
    at += countLines(body);
    from = to;
  }
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}

/** Without the marks before the first word, on one line. */
function strip(sentence: string): string {
  return sentence
    .replace(/^(?:\s|[-*+>#_•]|\d{1,9}[.)]|\[[ xX]\])+/, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\*\*|__/g, "")
    .trim();
}
