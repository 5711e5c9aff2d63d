import { expect, test } from "vitest";
import { aRepository, edited, fault, faultIn, lineOf, refusal, refusalOf, strata } from "./testing.ts";

const cases = "corpus/cases/mini/cases.yaml";
const assertion = "      - type: strata:layer-present\n        value: role\n";

/** An edit that gives the second case another assertion. */
function asserting(type: string, value: string): [from: string, to: string, mark: string] {
  return [assertion, `      - type: ${type}\n        value: ${value}\n`, `type: ${type}`];
}

test.each([
  faultIn(
    cases,
    [`    assert:\n${assertion}`, "    assert: []\n"],
    ["an empty list of assertions", "invalid-value", "assertion"],
  ),
  faultIn(
    cases,
    [`    assert:\n${assertion}`, "", "- id: role-only-for-review"],
    ["no assertions", "invalid-value", "assert"],
  ),
])("a case with $name is refused", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    cases,
    [`    assert:\n${assertion}`, "", "- id: role-only-for-review"],
    ["no assertions", "invalid-value", "assertion"],
  ),
])("a case with $name is told what it lacks", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test("two cases of one file cannot have one id", async () => {
  const text = edited(cases, "id: role-only-for-review", "id: till-port");
  await using repository = await aRepository({ [cases]: text });
  const { code, complaints } = await refusal(repository.path, ["assemble"], ["eval"]);
  expect([code, complaints.length]).toEqual(["duplicate-id", 1]);
  expect(complaints[0]!.place).toBe(`${cases}:${lineOf(text, "needs: assembly") - 1}`);
  expect(complaints[0]!.message).toContain(`${cases}:4`);
});

test("two cases of different files cannot have one id; the later file is at fault", async () => {
  const file = "corpus/cases/mini/more.yaml";
  const item = (id: string) => [`  - id: ${id}`, "    needs: assembly", "    assert:", assertion.trimEnd()];
  const text = ["strata: 1", "stack: mini", "cases:", ...item("first"), ...item("till-port"), ""].join("\n");
  const place = `${file}:${lineOf(text, "- id: till-port")}`;
  const one = fault("", "duplicate-id", place, { [file]: text }, "till-port", `${cases}:4`);
  expect(await refusalOf(one)).toEqual(one.told);
});

test.each([
  faultIn(cases, asserting("javascript", "'true'"), [
    "that runs code and is not allowed",
    "assertion-not-allowed",
    "javascript",
    "allow",
  ]),
  faultIn(cases, asserting("llm-rubric", "kind"), [
    "that asks a model and is not allowed",
    "assertion-not-allowed",
    "llm-rubric",
    "allow",
  ]),
  faultIn(cases, asserting("strata:layer-presnt", "role"), [
    "misspelt",
    "unknown-assertion",
    "strata:layer-presnt",
    "strata:layer-present",
  ]),
  faultIn(cases, asserting("layer-present", "role"), [
    "without its prefix",
    "unknown-assertion",
    '"strata:layer-present"',
  ]),
  faultIn(cases, asserting("not-icontain", "role"), [
    "misspelt after not-",
    "unknown-assertion",
    "not-icontain",
    "not-icontains",
  ]),
  faultIn(cases, asserting("contains", "file:///etc/passwd"), [
    "that would read a file",
    "assertion-reads-file",
    "file:///etc/passwd",
  ]),
  faultIn(cases, asserting("contains-any", "[fine, file://x.txt]"), [
    "that would read a file, in a list",
    "assertion-reads-file",
    "file://x.txt",
  ]),
  faultIn(cases, asserting("assert-set", "[]"), [
    "that cannot be graded",
    "assertion-not-supported",
    "assert-set",
  ]),
  faultIn(cases, asserting("regex", "'('"), [
    "with a pattern that does not compile",
    "assertion-bad-regex",
    "regex",
  ]),
  faultIn(cases, asserting("strata:order", "[one]"), [
    "with a value of the wrong kind",
    "assertion-needs-value",
    "strata:order",
  ]),
  faultIn(cases, asserting("contains", "''"), ["that can never fail", "assertion-cannot-fail", "contains"]),
])("an assertion $name is refused", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    cases,
    [assertion, "      - type: not-contains\n        value: role\n", "- id: role-only"],
    ["not-contains", "absence-without-presence", "not-contains"],
  ),
  faultIn(
    cases,
    [assertion, "      - type: strata:layer-absent\n        value: role\n", "- id: role-only"],
    ["strata:layer-absent", "absence-without-presence", "strata:layer-absent"],
  ),
  faultIn(
    cases,
    [
      assertion,
      "      - type: strata:budget\n        value: 9\n      - type: not-icontains\n        value: x\n",
      "- id: role-only",
    ],
    ["a budget and not-icontains", "absence-without-presence", "strata:budget", "not-icontains"],
  ),
])("absence without presence: only $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test("absence beside presence is fine", async () => {
  const beside = `${assertion}      - type: not-contains\n        value: secret\n`;
  await using repository = await aRepository({ [cases]: edited(cases, assertion, beside) });
  expect(await strata(repository.path, ["eval", "--dry-run"])).toMatchObject({ code: 0, stderr: "" });
});

test("an allowed assertion is allowed in the suite that says so, not in another", async () => {
  const [from, to] = asserting("javascript", "'output.length > 0'");
  const suite = (id: string, ...more: string[]) =>
    ["strata: 1", `id: ${id}`, "answer: reader:bm25", ...more, ""].join("\n");
  await using repository = await aRepository({
    [cases]: edited(cases, from, to),
    "evals/default.yaml": suite("default"),
    "evals/code.yaml": suite("code", "allow: [javascript]"),
  });
  expect(await strata(repository.path, ["eval", "--suite", "code", "--dry-run"])).toMatchObject({ code: 0 });
  const { code, complaints } = await refusal(repository.path, ["eval", "--dry-run"]);
  expect(code).toBe("assertion-not-allowed");
  expect(complaints[0]!.place).toMatch(/^corpus\/cases\/mini\/cases\.yaml:\d+$/);
});

test.each([
  faultIn(
    cases,
    ["    input: On which port does the till listen?\n", "", "- id: till-port"],
    ["without input", "case-needs-input", "till-port", "needs: assembly"],
  ),
])("a case $name is one complaint", async (one) => expect(await refusalOf(one)).toEqual(one.told));
