/** A share (0..1) in points of a hundred, one decimal at most: 5, 86.2. */
export function points(share: number): string {
  return plain(100 * share);
}

/** A change (-1..1) in points with its sign: -0.4, +1.5, 0. */
export function signedPoints(change: number): string {
  const text = plain(100 * Math.max(-1, Math.min(1, change)));
  return change > 0 && text !== "0" ? `+${text}` : text;
}

/** How often something this rare comes up by chance: "about once in 2,400 tries". */
export function onceIn(p: number): string {
  if (p <= 1e-9) return "less than once in a billion tries";
  const tries = Number((1 / Math.min(1, p)).toPrecision(2));
  return tries < 10 ? "quite often" : `about once in ${grouped(Math.round(tries))} tries`;
}

/** A count with thousands set off by commas, whatever the machine's language: 2,400. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** One decimal at most, and no minus before a zero: 7.3, 10, 0. */
export function plain(value: number): string {
  const rounded = Math.round(10 * value) / 10;
  return String(rounded === 0 ? 0 : rounded);
}
