import { stemEnglish } from "./stem-english.ts";
import { stopWords } from "./stop-words.ts";

// The locale is fixed: the default one is the machine's.
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

const boundary =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|(?<=\p{N})(?=\p{L})|(?<=[\p{L}\p{M}])(?=\p{N})/gu;
const separator = /[^\p{L}\p{M}\p{N}.]+|(?<!\p{N})\.+|\.+(?!\p{N})/u;
const notLetters = /[^\p{L}\p{M}]/u;

/** Scripts whose words the segmenter finds in a dictionary, or that add whole words rather than endings. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The content words of a text as search terms, in order, repeats kept. Compatibility forms are unified;
 * camelCase, snake_case and dotted names give their parts, and a camelCase name itself too, since people
 * also write TypeScript as one word; letters and digits part, a number stays whole ("24.1", "8080").
 * English words are stemmed, words of other alphabets cut to five letters, stop words dropped.
 */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  const add = (word: string): void => {
    const lower = word.toLowerCase().replaceAll("ё", "е");
    if (lower && !stopWords.has(lower)) terms.push(toTerm(lower));
  };
  // 1,000 and 1000 are one number.
  const plain = text.normalize("NFKC").replaceAll(/(?<=\d),(?=\d{3}(?!\d))/gu, "");
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    if (!isWordLike) continue;
    const parts = segment.replaceAll(boundary, " ").split(separator);
    for (const part of parts) add(part);
    if (parts.length > 1 && !notLetters.test(segment)) add(segment);
  }
  return terms;
}

function toTerm(word: string): string {
  if (/^\p{N}/u.test(word) || unspaced.test(word)) return word;
  if (/^\p{Script=Latin}/u.test(word)) return stemEnglish(word);
  return [...word].slice(0, 5).join("");
}
