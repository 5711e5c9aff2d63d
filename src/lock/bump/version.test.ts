import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bump, bumps, compareVersions, higherVersion, raiseVersion } from "./version.ts";

// Semantic Versioning 2.0.0, section 11, and the order of its own example.
const ordered = [
  ...["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11"],
  ...["1.0.0-rc.1", "1.0.0", "1.0.9", "1.0.10", "1.9.0", "1.10.0", "2.0.0", "2.1.0", "2.1.1", "10.0.0"],
];

test("versions stand in the order of their specification", () => {
  for (const [i, a] of ordered.entries()) {
    for (const [j, b] of ordered.entries())
      expect(Math.sign(compareVersions(a, b)), `${a} ${b}`).toBe(Math.sign(i - j));
  }
});

test.each([
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
  ["0.0.9", "patch", "0.0.10"],
  ["1.2.3-rc.1", "patch", "1.2.3"],
  ["1.2.0-rc.1", "minor", "1.2.0"],
  ["1.2.3-rc.1", "minor", "1.3.0"],
  ["2.0.0-rc.1", "major", "2.0.0"],
  ["2.1.0-rc.1", "major", "3.0.0"],
  ["1.0.0-a-b", "patch", "1.0.0"],
] as const)("%s raised by %s is %s", (from, bump, to) => {
  expect(raiseVersion(from, bump)).toBe(to);
});

test("a raised version is higher, and a greater part raises it further", () => {
  const number = fc.nat(99);
  const version = fc
    .tuple(number, number, number, fc.constantFrom("", "-rc.1", "-alpha"))
    .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre}`);
  fc.assert(
    fc.property(version, (from) => {
      const raised = bumps.map((bump: Bump) => raiseVersion(from, bump));
      for (const to of raised) expect(compareVersions(to, from)).toBeGreaterThan(0);
      expect(raised.toSorted(compareVersions)).toEqual(raised);
      expect(higherVersion(from, raised[0]!)).toBe(raised[0]);
    }),
  );
});
