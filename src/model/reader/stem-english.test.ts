import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stemEnglish } from "./stem-english.ts";

describe("stemEnglish", () => {
  test.each([
    ["rule", "rules"],
    ["class", "classes"],
    ["box", "boxes"],
    ["api", "apis"],
    ["merge", "merges", "merged", "merging"],
    ["stop", "stops", "stopped", "stopping"],
    ["pass", "passes", "passed", "passing"],
    ["cancel", "cancelled", "cancelling", "cancellation"],
    ["reply", "replies", "replied", "replying"],
    ["migrate", "migrates", "migration", "migrations"],
    ["configure", "configured", "configuration"],
    ["validate", "validation", "valid"],
    ["deploy", "deployed", "deployment", "deployments"],
    ["approve", "approval", "approvals"],
    ["review", "reviewer", "reviewed"],
    ["automatic", "automatically"],
    ["quick", "quickly"],
  ])("gives the forms of %s one stem", (...forms) => {
    expect(new Set(forms.map(stemEnglish)).size).toBe(1);
  });

  test.each([
    ["string", "str"],
    ["port", "portal"],
    ["status", "state"],
    ["table", "tab"],
    ["process", "procedure"],
  ])("keeps %s and %s apart", (one, other) => {
    expect(stemEnglish(one)).not.toBe(stemEnglish(other));
  });

  test("never gives an empty stem", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/u), (word) => {
        expect(stemEnglish(word).length).toBeGreaterThanOrEqual(Math.min(word.length, 2));
      }),
    );
  });
});
