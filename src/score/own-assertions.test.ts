import fc from "fast-check";
import { expect, test } from "vitest";
import { aSubject, deps } from "./fixtures.ts";
import { scoreOutput } from "./score-case.ts";
import type { Assertion, Subject } from "./types.ts";

async function grade(assertion: Assertion, subject: Subject = aSubject()) {
  const [result] = await scoreOutput([assertion], subject, deps);
  return result!;
}

test("last-contains looks at the last line that is not blank, and says where else the text is", async () => {
  const assertion = { type: "strata:last-contains", value: "tea" };
  expect(await grade(assertion, aSubject({ output: "coffee\ntea, please\n \n" }))).toMatchObject({
    pass: true,
  });
  expect(await grade(assertion, aSubject({ output: "tea\ncoffee" }))).toMatchObject({
    pass: false,
    reason: 'the last line, "coffee", does not contain "tea"; only line 1 does',
  });
  expect(await grade(assertion, aSubject({ output: "\n" }))).toMatchObject({
    pass: false,
    reason: "the answer is empty",
  });
});

test("order names what is missing", async () => {
  const result = await grade({ type: "strata:order", value: ["careful", "coffee", "milk"] });
  expect(result).toMatchObject({ pass: false, reason: 'not in the system text: "coffee", "milk"' });
});

test("order names what is out of place, with lines", async () => {
  const result = await grade({ type: "strata:order", value: ["careful", "tea", "secrets"] });
  expect(result).toMatchObject({
    pass: false,
    reason: 'in the system text, "secrets" (line 2) does not come after "tea" (line 4)',
  });
});

test("order passes exactly when first occurrences strictly increase", async () => {
  const letters = fc.constantFrom("a", "b", "c", "\n");
  const text = fc.string({ unit: letters, maxLength: 30 });
  const values = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 2 }), {
    minLength: 2,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(text, values, async (systemText, list) => {
      // The oracle cuts the text down from the right until the value is gone.
      const firsts = list.map((value) => {
        let end = systemText.length;
        while (systemText.slice(0, end).includes(value)) end--;
        return end === systemText.length ? -1 : end + 1 - value.length;
      });
      const increasing = firsts.every((at, i) => at >= 0 && (i === 0 || at > firsts[i - 1]!));
      const result = await grade({ type: "strata:order", value: list }, aSubject({ text: systemText }));
      expect(result).toMatchObject({ type: "strata:order", pass: increasing });
      expect(result.error).toBeUndefined();
    }),
  );
});

test("count passes exactly when the occurrences that do not overlap are so many", async () => {
  const letters = fc.constantFrom("a", "b", "\n");
  const text = fc.string({ unit: letters, maxLength: 40 });
  const value = fc.string({ unit: letters, minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(text, value, fc.nat(6), async (systemText, wanted, count) => {
      const actual = systemText.split(wanted).length - 1;
      const result = await grade(
        { type: "strata:count", value: { text: wanted, count } },
        aSubject({ text: systemText }),
      );
      expect(result.pass).toBe(actual === count);
    }),
  );
});

test("count says how often and where", async () => {
  const subject = aSubject({ text: "tea\nmilk\ntea" });
  expect(await grade({ type: "strata:count", value: { text: "tea", count: 1 } }, subject)).toMatchObject({
    pass: false,
    reason: '"tea" occurs 2 times in the system text (line 1, line 3), not 1',
  });
  expect(await grade({ type: "strata:count", value: { text: "rum", count: 0 } }, subject)).toMatchObject({
    pass: true,
  });
});

test("budget counts bytes of UTF-8 unless it is told to count tokens", async () => {
  const subject = aSubject({ text: "zwei Wörter" });
  expect(await grade({ type: "strata:budget", value: 11 }, subject)).toMatchObject({
    pass: false,
    reason: "the system text has 12 bytes of at most 11, 1 over",
  });
  expect(await grade({ type: "strata:budget", value: 12 }, subject)).toMatchObject({ pass: true });
  expect(await grade({ type: "strata:budget", value: 2, unit: "tokens" }, subject)).toMatchObject({
    pass: true,
    reason: "the system text has 2 tokens of at most 2",
  });
});

test("tokens are counted only when an assertion asks for them", async () => {
  const counted: string[] = [];
  const countTokens = (text: string) => counted.push(text);
  const assertions: Assertion[] = [
    { type: "strata:budget", value: 1000, unit: "bytes" },
    { type: "strata:layer-present", value: "core" },
    { type: "strata:budget", value: 1000, unit: "tokens", layer: "memory" },
  ];
  await scoreOutput(assertions, aSubject(), { countTokens });
  expect(counted).toEqual(["The user likes tea.\n"]);
});

test("a layer narrows order, count and budget to its own text", async () => {
  const inMemory = { layer: "memory" };
  expect(await grade({ type: "strata:order", value: ["careful", "tea"], ...inMemory })).toMatchObject({
    pass: false,
  });
  expect(await grade({ type: "strata:count", value: { text: "tea", count: 1 }, ...inMemory })).toMatchObject({
    pass: true,
  });
  expect(await grade({ type: "strata:budget", value: 20, ...inMemory })).toMatchObject({
    pass: true,
    reason: 'layer "memory" has 20 bytes of at most 20',
  });
});

test("a question about a layer that is not there fails, absence included", async () => {
  for (const type of ["strata:layer-contains", "strata:layer-lacks"]) {
    const result = await grade({ type, layer: "memroy", value: "tea" });
    expect(result).toMatchObject({ pass: false, reason: 'the assembly has no layer "memroy"' });
    expect(result.error).toBeUndefined();
  }
});

test("layer-contains needs every text, layer-lacks none", async () => {
  const both = ["careful", "tea"];
  expect(await grade({ type: "strata:layer-contains", layer: "core", value: both })).toMatchObject({
    pass: false,
    reason: 'not in layer "core": "tea"',
  });
  expect(await grade({ type: "strata:layer-lacks", layer: "core", value: both })).toMatchObject({
    pass: false,
    reason: 'in layer "core": "careful" (line 1)',
  });
  expect(await grade({ type: "strata:layer-contains", layer: "core", value: "secrets" })).toMatchObject({
    pass: true,
  });
  expect(await grade({ type: "strata:layer-lacks", layer: "core", value: ["tea", "rum"] })).toMatchObject({
    pass: true,
  });
});

test("layer-present and layer-absent take one id or several", async () => {
  expect(await grade({ type: "strata:layer-present", value: ["core", "memory"] })).toMatchObject({
    pass: true,
  });
  expect(await grade({ type: "strata:layer-present", value: ["core", "hooks"] })).toMatchObject({
    pass: false,
    reason: 'not in the assembly: "hooks"; its layers: core, memory',
  });
  expect(await grade({ type: "strata:layer-absent", value: "hooks" })).toMatchObject({ pass: true });
  expect(await grade({ type: "strata:layer-absent", value: ["hooks", "core"] })).toMatchObject({
    pass: false,
    reason: 'in the assembly: "core"',
  });
});

test("tools are compared as a set, and the difference is named", async () => {
  expect(await grade({ type: "strata:tools", value: ["write", "read"] })).toMatchObject({ pass: true });
  expect(await grade({ type: "strata:tools", value: ["read", "run"] })).toMatchObject({
    pass: false,
    reason: 'missing tools: "run"; extra tools: "write"',
  });
});

test("a value that cannot be read makes an error, not a failure", async () => {
  for (const assertion of [
    { type: "strata:order", value: ["one"] },
    { type: "strata:count", value: { text: "tea" } },
    { type: "strata:budget" },
    { type: "strata:layer-lacks", value: "tea" },
  ]) {
    expect(await grade(assertion)).toMatchObject({ pass: false, error: true });
  }
});
