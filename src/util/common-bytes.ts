/** How many bytes two texts share from their start. */
export function commonBytes(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  // A run that is equal is skipped at once: prompts are long, and most of them are equal.
  const step = 4096;
  let at = 0;
  while (at + step <= most && a.compare(b, at, at + step, at, at + step) === 0) at += step;
  while (at < most && a[at] === b[at]) at++;
  return at;
}
