import { type Entry, entryText, type World } from "../load/index.ts";

/** A file that another one mentions. */
export interface Import {
  /** Absolute. */
  path: string;
  /** Line of its first mention, from 1. */
  line: number;
}

/** The `@path` mentions of a file outside code, each file once, in order. `@alice` is a person. */
export function findImports(entry: Entry, from: string, world: World): Import[] {
  const folder = from.slice(0, from.lastIndexOf("/"));
  const found = new Map<string, Import>();
  for (const { mention, line } of mentionsIn(entry)) {
    const path = resolve(mention, folder, world.roots.home);
    if (!found.has(path)) found.set(path, { path, line });
  }
  return [...found.values()];
}

const memo = new WeakMap<Entry, Mention[]>();

/** A file is searched once, however many assemblies it stands in. */
function mentionsIn(entry: Entry): Mention[] {
  if (entry.kind !== "file") return [];
  let mentions = memo.get(entry);
  if (mentions === undefined) {
    const content = entryText(entry);
    memo.set(entry, (mentions = content.kind === "text" ? importMentions(content.text) : []));
  }
  return mentions;
}

interface Mention {
  mention: string;
  line: number;
}

/** Mentions as written. A mention is a path when it has a slash or a file ending. */
export function importMentions(text: string): Mention[] {
  const mentions: Mention[] = [];
  let fence: string | null = null;
  for (const [i, line] of text.split("\n").entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || closes(mark, fence, line))) {
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence !== null) continue;
    for (const [, path] of withoutCode(line).matchAll(/(?:^|[\s(])@(\S+)/g)) {
      const trimmed = path!.replace(/[.,;:!?)\]}"']+$/, "");
      if (/\/./.test(trimmed) || /[^.]\.\w+$/.test(trimmed)) mentions.push({ mention: trimmed, line: i + 1 });
    }
  }
  return mentions;
}

/** A line without its code spans: a run of backticks is closed by the next run of the same length. */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  let prose = "";
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i]!;
    const close = runs.findIndex((run, j) => j > i && run[0].length === open[0].length);
    if (close < 0) continue;
    prose += `${line.slice(from, open.index)} `;
    from = runs[close]!.index + open[0].length;
    i = close;
  }
  return prose + line.slice(from);
}

function closes(mark: string, fence: string, line: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}

function resolve(mention: string, folder: string, home: string): string {
  const full = mention.startsWith("/")
    ? mention
    : mention.startsWith("~/")
      ? home + mention.slice(1)
      : `${folder}/${mention}`;
  const parts: string[] = [];
  for (const part of full.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
