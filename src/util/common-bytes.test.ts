import fc from "fast-check";
import { expect, test } from "vitest";
import { commonBytes } from "./common-bytes.ts";

test("of texts that share a prefix of any length, also across the step that is skipped", () => {
  for (const length of [0, 1, 4095, 4096, 4097, 9000]) {
    const same = "x".repeat(length);
    expect(commonBytes(Buffer.from(`${same}a…`), Buffer.from(`${same}b…`))).toBe(length);
    expect(commonBytes(Buffer.from(same), Buffer.from(`${same}b`))).toBe(length);
  }
});

test("property: equal up to there and not one byte further", () => {
  const bytes = fc.uint8Array({ maxLength: 60, max: 2 });
  const property = fc.property(bytes, bytes, (x, y) => {
    const [a, b] = [Buffer.from(x), Buffer.from(y)];
    const common = commonBytes(a, b);
    expect(a.subarray(0, common).equals(b.subarray(0, common))).toBe(true);
    if (common < Math.min(a.length, b.length)) expect(a[common]).not.toBe(b[common]);
    expect(commonBytes(b, a)).toBe(common);
  });
  fc.assert(property, { numRuns: 100 });
});
