/**
 * The stem of a lower-case English word. Only endings are cut, and only when enough of the word is left,
 * so that the forms a question and a rule use of one word meet: rules/rule, merging/merged/merge,
 * replies/reply, configuration/configure, deployment/deploy. A stem is a key, not a word.
 */
export function stemEnglish(word: string): string {
  return trimEnd(cutDerivation(cutParticiple(cutPlural(word))));
}

function cutPlural(word: string): string {
  if (/[^aeiou]ies$/u.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/u.test(word)) return word.slice(0, -2);
  return word.length > 2 && /[^su]s$/u.test(word) ? word.slice(0, -1) : word;
}

function cutParticiple(word: string): string {
  if (/[^aeiou]ied$/u.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  const stem = word.replace(/(?:ing|ed)$/u, "");
  return stem.length < 3 || !/[aeiouy]/u.test(stem) ? word : stem;
}

/** Each with the fewest letters that must be left before it. */
const derivations: readonly (readonly [RegExp, number])[] = [
  [/ically$/u, 4],
  [/ly$/u, 4],
  [/ment$/u, 3],
  [/ness$/u, 4],
  [/ation$/u, 4],
  [/ate$/u, 4],
  [/ion$/u, 5],
  [/able$/u, 4],
  [/(?:er|or)$/u, 4],
  [/(?:al|ic|ive)$/u, 5],
];

function cutDerivation(word: string): string {
  for (const [ending, least] of derivations) {
    const stem = word.replace(ending, "");
    if (stem.length < word.length && stem.length >= least) return stem;
  }
  return word;
}

/** A silent e goes, and one of two equal consonants: merge/merging, stop/stopped, cancel/cancelling, pass/passed. */
function trimEnd(word: string): string {
  return word.length > 3 ? word.replace(/(?:e|([^aeiou])\1)$/u, "$1") : word;
}
