/** The x in [low, high] at which a rising function reaches `target`, to the last bit that halving can find. */
export function invert(rising: (x: number) => number, target: number, low: number, high: number): number {
  let [below, above] = [low, high];
  for (;;) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above) return middle;
    if (rising(middle) < target) below = middle;
    else above = middle;
  }
}
