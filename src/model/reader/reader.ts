import MiniSearch from "minisearch";
import { sha256 } from "../../util/index.ts";
import type { ChatModel, ChatRequest } from "../types.ts";
import { type Passage, splitPassages } from "./split-passages.ts";
import { tokenize } from "./tokenize.ts";

interface PassageIndex {
  passages: Passage[];
  search: MiniSearch<{ id: number; text: string; path: string }>;
}

/** The most passages in one answer. */
const answerLimit = 5;
/** The least score of an answer's passage, as a share of the best one's. */
const leastShare = 0.3;
/** How many prompts are kept indexed; a run goes through its trials prompt by prompt. */
const cacheLimit = 64;

/**
 * The embedded model `reader:bm25`: it answers the last user message with the passages of the other
 * messages that match it best, at most five, as they stand in the prompt and in its order, one a line, or
 * with `NOT FOUND` when no content word matches. It tells whether a text reaches the model and can be
 * found, and says nothing of how a model behaves. It is deterministic and needs no network.
 *
 * The last user message is the question as a whole: what an assembly puts before or after the user's own
 * words in that same message is not searched.
 */
export function createReader(): ChatModel {
  const cache = new Map<string, PassageIndex>();
  return {
    id: "reader:bm25",
    async answer(request) {
      const question = request.messages.findLastIndex((message) => message.role === "user");
      const texts = textsWithout(request, question);
      // A single text is its own key; hashing it for every question would cost as much as the search.
      const key = texts.length === 1 ? texts[0]! : sha256(JSON.stringify(texts));
      const index = cache.get(key) ?? buildIndex(texts);
      // Taken out and put back, so that the first key is the one unused for longest.
      cache.delete(key);
      cache.set(key, index);
      if (cache.size > cacheLimit) cache.delete(cache.keys().next().value!);
      return { kind: "answer", text: answerFrom(index, request.messages[question]?.content ?? "") };
    },
  };
}

function textsWithout(request: ChatRequest, question: number): string[] {
  return [
    request.system,
    ...request.messages.filter((_, at) => at !== question).map((message) => message.content),
  ];
}

function buildIndex(texts: readonly string[]): PassageIndex {
  const passages = texts.flatMap(splitPassages);
  const search: PassageIndex["search"] = new MiniSearch({
    fields: ["text", "path"],
    tokenize,
    processTerm: (term) => term,
    searchOptions: {
      boost: { path: 0.5 },
      // With b > 0 the score of every passage would move whenever any line is added.
      bm25: { k: 1.2, b: 0, d: 0.5 },
      // A word said twice in a question counts once.
      tokenize: (question) => [...new Set(tokenize(question))],
    },
  });
  search.addAll(passages.map(({ text, path }, id) => ({ id, text, path: path.join("\n") })));
  return { passages, search };
}

function answerFrom({ passages, search }: PassageIndex, question: string): string {
  const found = search.search(question).toSorted((a, b) => b.score - a.score || a.id - b.id);
  if (found.length === 0) return "NOT FOUND";
  const least = found[0]!.score * leastShare;
  return found
    .slice(0, answerLimit)
    .filter((result) => result.score >= least)
    .toSorted((a, b) => a.id - b.id)
    .map((result) => onOneLine(passages[result.id]!.text))
    .join("\n");
}

/**
 * A wrapped passage reads as one line: its breaks and their indentation become one space, as Markdown shows
 * them, so that a prompt wrapped anew answers the same, and the last line of an answer is its last passage.
 */
function onOneLine(text: string): string {
  return text
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
}
