// Between groups of three digits: 48,213 and 48 213 are 48213. A dot is a decimal point.
const groups = /(?<=\d)[,_'’\u00a0\u202f\u2009 ](?=\d{3}(?!\d))/gu;

/** A text without what makes no difference in meaning: compatibility forms, case, blanks, quotes, dashes, digit groups. */
export function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[‘’‛′]/gu, "'")
    .replaceAll(/[“”„«»″]/gu, '"')
    .replaceAll(/[‐‑‒–—−]/gu, "-")
    .replaceAll(groups, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
