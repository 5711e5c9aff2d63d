/** How many cases that may never be lost nobody looked at; null for none. */
export function describeUnmeasured(mustPass: readonly string[]): string | null {
  const { length } = mustPass;
  if (length === 0) return null;
  return `${length} must-pass ${length === 1 ? "case was" : "cases were"} not measured`;
}
