import { type Entry, entryText, type World } from "../load/index.ts";

/** Absolute paths of the `@path` mentions of a file outside code, each once, in order. `@alice` is a person. */
export function findImports(entry: Entry, from: string, world: World): string[] {
  if (entry.kind !== "file") return [];
  const content = entryText(entry);
  if (content.kind !== "text") return [];
  const folder = from.slice(0, from.lastIndexOf("/"));
  return [...new Set(importMentions(content.text).map((mention) => resolve(mention, folder, world.roots.home)))];
}

/** Mentions as written. A mention is a path when it has a slash or a file ending. */
export function importMentions(text: string): string[] {
  const mentions: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || closes(mark, fence, line))) {
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence !== null) continue;
    const prose = line.replaceAll(/(`+)[^`]+?\1(?!`)/g, " ");
    for (const [, path] of prose.matchAll(/(?:^|[\s(])@((?:[\w.~-]|\/)+)/g)) {
      const trimmed = path!.replace(/[.]+$/, "");
      if (/\/./.test(trimmed) || /[^.]\.\w+$/.test(trimmed)) mentions.push(trimmed);
    }
  }
  return mentions;
}

function closes(mark: string, fence: string, line: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}

function resolve(mention: string, folder: string, home: string): string {
  const full = mention.startsWith("/") ? mention : mention.startsWith("~/") ? home + mention.slice(1) : `${folder}/${mention}`;
  const parts: string[] = [];
  for (const part of full.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
