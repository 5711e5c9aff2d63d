import { compareText } from "../../util/index.ts";

export const bumps = ["patch", "minor", "major"] as const;

/** Which part of a version is raised. */
export type Bump = (typeof bumps)[number];

interface Version {
  numbers: [major: number, minor: number, patch: number];
  /** What stands behind the dash; [] for a release. */
  pre: string[];
}

/** The next version. A pre-release becomes the release that it leads to, where that is high enough. */
export function raiseVersion(version: string, bump: Bump): string {
  const { numbers, pre } = parse(version);
  const [major, minor, patch] = numbers;
  const isPre = pre.length > 0;
  if (bump === "patch") return isPre ? numbers.join(".") : `${major}.${minor}.${patch + 1}`;
  if (bump === "minor") return isPre && patch === 0 ? numbers.join(".") : `${major}.${minor + 1}.0`;
  return isPre && minor === 0 && patch === 0 ? numbers.join(".") : `${major + 1}.0.0`;
}

/** Precedence of Semantic Versioning 2.0.0, section 11: below, at or above 0. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [parse(a), parse(b)];
  for (const [i, number] of x.numbers.entries()) {
    if (number !== y.numbers[i]) return number - y.numbers[i]!;
  }
  if (x.pre.length === 0 || y.pre.length === 0) return y.pre.length - x.pre.length;
  for (let i = 0; i < Math.max(x.pre.length, y.pre.length); i++) {
    const order = compareIdentifiers(x.pre[i], y.pre[i]);
    if (order !== 0) return order;
  }
  return 0;
}

/** The higher of two versions. */
export function higherVersion(a: string, b: string): string {
  return compareVersions(a, b) < 0 ? b : a;
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [x, y] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (x && y) return Number(a) - Number(b);
  // Numbers stand below words.
  return x === y ? compareText(a, b) : x ? -1 : 1;
}

function parse(version: string): Version {
  const dash = version.indexOf("-");
  const release = dash < 0 ? version : version.slice(0, dash);
  const [major = 0, minor = 0, patch = 0] = release.split(".").map(Number);
  return { numbers: [major, minor, patch], pre: dash < 0 ? [] : version.slice(dash + 1).split(".") };
}
