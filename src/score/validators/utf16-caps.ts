import { isFields, valuesIn, valuesUnder } from "./fields.ts";

/** What the platform takes in one message, and in one piece of the plain text that stands in for blocks. */
const mostUnits = 32_768;
const mostInChunk = 4_096;
/** Strings that are not shown. */
const unseen = /(^|\.)(type|url|href|language)$/;

/** Each `content` has at most 32,768 UTF-16 code units; JSON Schema counts code points. */
export function utf16Caps(answer: unknown): string[] {
  return [...valuesUnder("content", answer)].flatMap(({ at, value }) => {
    const shown = [...valuesIn(value)].flatMap((part) =>
      typeof part.value === "string" && !unseen.test(part.at) ? [part.value.length] : [],
    );
    const units = shown.reduce((sum, length) => sum + length, 0);
    return units > mostUnits ? [`${at} has ${units} UTF-16 units, more than ${mostUnits}`] : [];
  });
}

/** Each of the `chunks` that were sent in place of blocks has 1 to 4,096 UTF-16 code units and no half of a character. */
export function fallbackChunks(sent: unknown): string[] {
  const chunks = isFields(sent) ? sent["chunks"] : undefined;
  if (!Array.isArray(chunks)) return ["expected chunks, a list of texts"];
  return chunks.flatMap((chunk, i) => chunkProblems(chunk, `chunks[${i}]`));
}

function chunkProblems(chunk: unknown, at: string): string[] {
  if (typeof chunk !== "string" || chunk === "") return [`${at} must be a text that is not empty`];
  const { length } = chunk;
  return [
    ...(length > mostInChunk ? [`${at} has ${length} UTF-16 units, more than ${mostInChunk}`] : []),
    ...(chunk.isWellFormed() ? [] : [`${at} begins or ends within a character`]),
  ];
}
