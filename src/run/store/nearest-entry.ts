import { diffLines } from "diff";
import type { ChatRequest } from "../../model/index.ts";
import { sha256, stableJson } from "../../util/index.ts";
import type { AnswerFolder } from "./answer-folder.ts";
import type { Entry } from "./entry.ts";

/** A request for which nothing is stored, beside the stored one most like it. */
export interface Miss {
  /** One line: what differs. */
  summary: string;
  /** Changed lines, `-` as stored and `+` as asked; empty when nothing is stored. */
  diff: string[];
}

type Part =
  | "answer"
  | "repeat"
  | "system"
  | "messages"
  | "tools"
  | "parameters"
  | "output"
  | "cacheBreaks"
  | "cacheKey";

/** In the order of what makes two requests the same question. */
const weights: Record<Part, number> = {
  ...{ answer: 16, messages: 12, system: 10, tools: 4, parameters: 4, output: 4, repeat: 2 },
  ...{ cacheBreaks: 1, cacheKey: 1 },
};

const mostLines = 12;

/** Explains misses. Reads every entry once, when the first miss is explained. */
export function createExplainer(folders: readonly AnswerFolder[]) {
  let known: { entry: Entry; folder: AnswerFolder; parts: Record<Part, string> }[] | undefined;
  return function explain(
    asked: { answer: string; repeat: number; salt: string },
    request: ChatRequest,
  ): Miss {
    known ??= folders.flatMap((folder) =>
      [...folder.all()].map((entry) => ({ entry, folder, parts: partsOf(entry, entry.request) })),
    );
    const system = sha256(request.system);
    const parts = partsOf(asked, { ...request, system });
    const differing = (other: Record<Part, string>) =>
      (Object.keys(weights) as Part[]).filter((part) => parts[part] !== other[part]);
    const cost = (other: Record<Part, string>) =>
      differing(other).reduce((sum, part) => sum + weights[part], 0);
    const best = known.reduce<(typeof known)[number] | undefined>(
      (found, one) => (found === undefined || cost(one.parts) < cost(found.parts) ? one : found),
      undefined,
    );
    if (best === undefined) return { summary: "nothing is stored", diff: [] };
    const { entry, folder } = best;
    const names = differing(best.parts);
    const what = names.length > 0 ? names.join(", ") : "salt";
    const stored = { ...entry.request, system: folder.system(entry) ?? "" };
    return {
      summary: `the nearest stored request differs in ${what}`,
      diff: names.flatMap((part) => changes(part, textOf(part, entry, stored), textOf(part, asked, request))),
    };
  };
}

function partsOf(of: { answer: string; repeat: number }, request: ChatRequest): Record<Part, string> {
  const { messages, tools, parameters, output = null, cacheBreaks = null, cacheKey = "" } = request;
  return {
    ...{ answer: of.answer, repeat: String(of.repeat), system: request.system, cacheKey },
    messages: stableJson(messages),
    tools: stableJson(tools),
    parameters: stableJson(parameters),
    output: stableJson(output),
    cacheBreaks: stableJson(cacheBreaks),
  };
}

function textOf(part: Part, of: { answer: string; repeat: number }, request: ChatRequest): string {
  if (part === "system") return request.system;
  if (part === "messages")
    return request.messages.map(({ role, content }) => `${role}: ${content}`).join("\n");
  return partsOf(of, request)[part];
}

function changes(part: Part, stored: string, asked: string): string[] {
  const lines = diffLines(stored, asked).flatMap(({ added, removed, value }) => {
    if (!added && !removed) return [];
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `${added ? "+" : "-"} ${line}`);
  });
  const more = lines.length - mostLines;
  return [`${part}:`, ...lines.slice(0, mostLines), ...(more > 0 ? [`  … ${more} more lines differ`] : [])];
}
