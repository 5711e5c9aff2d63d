// The locale is fixed: the default one is the machine's.
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Abbreviations that a capital letter may follow within a sentence. */
const abbreviation =
  /(?:^|[\s(«"'])(?:e\.g|i\.e|vs|cf|approx|no|fig|dr|mr|mrs|ms|prof|st|т\.\s?е|напр|см|рис|стр|им|г|ул|проф)\.\s*$/iu;

/** The sentences of one paragraph, whole and in order; joined they are the paragraph. */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { segment, index } of segmenter.segment(flatten(paragraph))) {
    const end = index + segment.length;
    if (abbreviation.test(segment) && end < paragraph.length) continue;
    sentences.push(paragraph.slice(start, end));
    start = end;
  }
  return sentences;
}

/**
 * The same text, character for character, as the segmenter must see it: Unicode ends a sentence at every
 * line break, and does not end one at `**Done.** Next`, because an asterisk is no closing quote to it.
 */
function flatten(paragraph: string): string {
  return paragraph.replaceAll(/[\r\n]/gu, " ").replaceAll(/[*_`]/gu, '"');
}
