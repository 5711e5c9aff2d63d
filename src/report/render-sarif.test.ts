import { expect, test } from "vitest";
import { z } from "zod";
import { rules } from "../lint/index.ts";
import type { Finding } from "../util/index.ts";
import { renderSarif } from "./index.ts";

// The part of the SARIF 2.1.0 schema (OASIS) that is written here, strict, so that a misnamed property fails.
const message = z.strictObject({ text: z.string().min(1) });
const level = z.enum(["none", "note", "warning", "error"]);
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          version: z.string(),
          semanticVersion: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              shortDescription: message.optional(),
              defaultConfiguration: z.strictObject({ enabled: z.boolean(), level }).optional(),
              properties: z.record(z.string(), z.unknown()).optional(),
            }),
          ),
        }),
      }),
      columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level,
          message,
          locations: z.array(
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({
                  uri: z.string().regex(/^[^\s\\]+$/),
                  uriBaseId: z.string(),
                }),
                region: z.strictObject({ startLine: z.int().min(1) }),
              }),
            }),
          ),
          partialFingerprints: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});

const finding = (changes: Partial<Finding> = {}): Finding => ({
  ...{
    kind: "politeness",
    severity: "warning",
    args: {},
    message: "is padding.",
    file: "prompts/a b/core.md",
    line: 4,
  },
  ...changes,
});
const options = { version: "1.2.3", lineText: () => "Please count." };

test("every finding is a result of a known rule, at an encoded path", () => {
  const log = sarif.parse(
    renderSarif([finding(), finding({ kind: "not-utf8", severity: "error" })], options),
  );
  const [run] = log.runs;
  const { rules: known } = run!.tool.driver;
  expect(run!.results.map(({ ruleId, ruleIndex }) => [ruleId, known[ruleIndex]!.id])).toEqual([
    ["politeness", "politeness"],
    ["not-utf8", "not-utf8"],
  ]);
  expect(run!.results[0]!.locations[0]!.physicalLocation).toEqual({
    artifactLocation: { uri: "prompts/a%20b/core.md", uriBaseId: "%SRCROOT%" },
    region: { startLine: 4 },
  });
  expect(known.map(({ id }) => id)).toEqual(
    [...new Set([...rules.map(({ kind }) => kind), "not-utf8"])].toSorted(),
  );
});

test("a fingerprint outlives a moved line, and a line with a secret has none", () => {
  const printOf = (changes: Partial<Finding>, lineText = options.lineText) =>
    sarif.parse(renderSarif([finding(changes)], { ...options, lineText })).runs[0]!.results[0]!
      .partialFingerprints;
  expect(printOf({ line: 9 })).toEqual(printOf({}));
  expect(printOf({}, () => "Please go.")).not.toEqual(printOf({}));
  expect(printOf({ kind: "secret" })).toBeUndefined();
});

test("a clean run is a valid log, too", () => {
  expect(sarif.parse(renderSarif([], options)).runs[0]!.results).toEqual([]);
});
