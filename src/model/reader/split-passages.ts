import { splitSentences } from "./split-sentences.ts";

/** One thing a prompt says. */
export interface Passage {
  /**
   * A slice of the prompt, trimmed. It holds line breaks only where the prompt wraps a sentence or a
   * list item over several lines.
   */
  text: string;
  /** The Markdown headings it stands under, outermost first, without their number signs. */
  path: readonly string[];
}

interface Heading {
  level: number;
  title: string;
  text: string;
  /** Whether a passage stands under it. */
  filled: boolean;
}

interface Block {
  kind: "item" | "prose";
  start: number;
  end: number;
  lastLine: string;
}

const line = /([^\r\n]*)(?:\r\n|\r|\n|$)/gu;
const fenceMark = /^\s*(`{3,}(?=[^`]*$)|~{3,})/u;
const headingMark = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/u;
const closingSigns = /(?:^|\s)#+$/u;
const listMark = /^\s*(?:[-*+•‣◦–—]\s|\d{1,9}(?:[.)]\s|、))/u;
const rowMark = /^\s*[|>]/u;
// A tag without attributes is how a layer is wrapped. As a passage, a closing tag that repeats words of
// the question would come last in the answer and stand where the latest rule should.
const bareTag = /^\s*<\/?[\p{L}_][\p{L}\p{N}_.:-]*\s*\/?>\s*$/u;
// A capital letter, or a key with its colon: the next memory entry or setting rather than more of this one.
const ownLine = /^\s*(?:\p{Lu}|[\p{L}\p{N}_.-]+\s?[:=])/u;
const word = /[\p{L}\p{N}]/u;

/** In UTF-16 units. Prose is wrapped at 72 to 100 columns; a line that ends earlier than this was ended on purpose. */
const shortestWrappedLine = 50;

/**
 * The passages of a prompt, in its order: each list item with its continuation lines, each sentence of
 * prose, each line of anything else (code, tables, quotes, settings, memory entries). A heading is part of
 * the path of what stands below it and is no passage, unless nothing stands below it: then it is the
 * only place where the prompt says so. Lines without a letter or digit, code fence marks and bare tags
 * say nothing and give no passage.
 */
export function splitPassages(prompt: string): Passage[] {
  const passages: Passage[] = [];
  const headings: Heading[] = [];
  let fence: string | undefined;
  let block: Block | undefined;

  const add = (text: string): void => {
    if (!word.test(text)) return;
    for (const heading of headings) heading.filled = true;
    passages.push({ text: text.trim(), path: headings.map((heading) => heading.title) });
  };
  const endBlock = (): void => {
    if (!block) return;
    const text = prompt.slice(block.start, block.end);
    for (const part of block.kind === "item" ? [text] : splitSentences(text)) add(part);
    block = undefined;
  };
  const leaveHeadings = (level: number): void => {
    for (let last = headings.at(-1); last && last.level >= level; last = headings.at(-1)) {
      headings.pop();
      if (!last.filled) add(last.text);
    }
  };

  for (const match of prompt.matchAll(line)) {
    const text = match[1]!;
    const start = match.index;
    const end = start + text.length;
    const mark = fenceMark.exec(text)?.[1];
    const heading = headingMark.exec(text);
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = undefined;
      else add(text);
    } else if (block && continues(block, text)) {
      Object.assign(block, { end, lastLine: text });
    } else {
      endBlock();
      if (mark) fence = mark;
      else if (heading) {
        const level = heading[1]!.length;
        leaveHeadings(level);
        const title = (heading[2] ?? "").trim().replace(closingSigns, "").trim();
        headings.push({ level, title, text, filled: false });
      } else if (rowMark.test(text)) add(text);
      else if (!saysNothing(text)) {
        block = { kind: listMark.test(text) ? "item" : "prose", start, end, lastLine: text };
      }
    }
  }
  endBlock();
  leaveHeadings(1);
  return passages;
}

function saysNothing(text: string): boolean {
  return !word.test(text) || bareTag.test(text);
}

/** Whether a line goes on with the block above it: an indented line of a list item does, and a wrapped line. */
function continues(block: Block, text: string): boolean {
  if (saysNothing(text)) return false;
  if ([fenceMark, headingMark, listMark, rowMark].some((mark) => mark.test(text))) return false;
  if (block.kind === "item" && /^\s/u.test(text)) return true;
  return block.lastLine.trimEnd().length >= shortestWrappedLine && !ownLine.test(text);
}
