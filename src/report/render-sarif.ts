import { rules, ruleTitles } from "../lint/index.ts";
import { compareText, type Finding, plainLine, sha256, shortHash } from "../util/index.ts";

export interface SarifOptions {
  /** Of this package. */
  version: string;
  lineText(file: string, line: number): string;
}

/** SARIF 2.1.0 (OASIS), as far as code scanning reads it. Paths are relative to the repository root. */
export function renderSarif(findings: readonly Finding[], { version, lineText }: SarifOptions) {
  const kinds = [
    ...new Set([...rules.map(({ kind }) => kind as string), ...findings.map(({ kind }) => kind)]),
  ];
  const ids = kinds.toSorted(compareText);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0" as const,
    runs: [
      {
        tool: { driver: { name: "strata", semanticVersion: version, version, rules: ids.map(descriptor) } },
        columnKind: "utf16CodeUnits" as const,
        results: findings.map((finding) => ({
          ruleId: finding.kind,
          ruleIndex: ids.indexOf(finding.kind),
          level: levelOf(finding.severity),
          message: { text: plainLine(finding.message) },
          locations: locationsOf(finding),
          ...fingerprintOf(finding, lineText),
        })),
      },
    ],
  };
}

function descriptor(id: string) {
  const rule = rules.find(({ kind }) => kind === id);
  if (rule === undefined) return { id };
  return {
    id,
    shortDescription: { text: ruleTitles[rule.kind] },
    defaultConfiguration: { enabled: rule.severity !== "off", level: levelOf(rule.severity) },
    properties: { heuristic: rule.heuristic },
  };
}

function levelOf(severity: string): "error" | "warning" | "note" | "none" {
  if (severity === "off") return "none";
  return severity === "error" || severity === "warning" ? severity : "note";
}

function locationsOf({ file, line }: Finding) {
  if (file === undefined) return [];
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return [
    {
      physicalLocation: {
        artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
        region: { startLine: Math.max(1, line ?? 1) },
      },
    },
  ];
}

/** The same finding after lines above it moved. Of a line with a secret no hash is shown: it would confirm a guess. */
function fingerprintOf({ kind, file, line }: Finding, lineText: SarifOptions["lineText"]) {
  if (file === undefined || line === undefined || kind === "secret") return {};
  const text = lineText(file, line).trim().replaceAll(/\s+/g, " ");
  return { partialFingerprints: { "strataLine/v1": shortHash(sha256(`${kind} ${text}`)) } };
}
