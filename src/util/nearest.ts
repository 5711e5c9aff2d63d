import leven from "leven";

/** The known name closest to a mistyped one, or undefined when none is close enough to be meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(2, Math.floor(name.length / 3));
  let best: string | undefined;
  let distance = limit + 1;
  for (const candidate of known) {
    const d = leven(name.toLowerCase(), candidate.toLowerCase());
    if (d < distance) [best, distance] = [candidate, d];
  }
  return best;
}

/** ` Did you mean "x"?`, or nothing. */
export function suggestion(near: string | undefined): string {
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
