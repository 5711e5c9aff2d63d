/** The words of a rule, in lower case, so that two rules can be compared. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+(?:[/.-]+[\p{L}\p{N}_]+)*/gu) ?? []
  );
}
