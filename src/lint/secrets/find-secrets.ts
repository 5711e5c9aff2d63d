import { compareText } from "../../util/index.ts";
import { findAssignments } from "./find-assignments.ts";
import { isDocumented } from "./documented.ts";

/** A secret's place and kind, never its text. */
export interface FoundSecret {
  /** From 1. */
  line: number;
  what: string;
}

// Whether any rule of the set can match at all: it is loaded only then. Nothing is repeated without a limit.
const tokens = new RegExp(
  [
    String.raw`(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{12}`,
    String.raw`(?<![A-Za-z0-9])(?:gh[opusr]_|github_pat_|gl[a-z]{2,6}-|npm_|xox[abeoprs]-|xapp-|hf_|gsk_|lin_api_|ntn_|figd_|tskey-|glsa_|glc_|hvs\.|dapi|dckr_|shp[a-z]{2}_|[sr]k_|whsec_|ops_|pypi-)[A-Za-z0-9_-]{16}`,
    String.raw`(?<![A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{12}|SG\.[A-Za-z0-9]|AIza[A-Za-z0-9_-]{20}|secret_[A-Za-z0-9]{20})`,
    String.raw`-----BEGIN [A-Z ]{0,30}PRIVATE KEY`,
  ].join("|"),
);
const places = new RegExp(
  [
    String.raw`"private_key(?:_id)?"`,
    String.raw`:\/\/[^\s:/@]{1,100}:[^\s/@]{1,200}@`,
    String.raw`_auth(?:Token)?\s{0,3}=`,
    String.raw`aws.{0,20}(?:key|secret|account).{0,20}[A-Za-z0-9/+=]{12}`,
    String.raw`(?:vault|vercel|databricks|cloudflare|grafana|hooks\.slack\.com|_token|api[_-]?key).{0,60}[A-Za-z0-9_-]{20}`,
  ].join("|"),
  "i",
);

function mayHold(text: string): boolean {
  return tokens.test(text) || places.test(text);
}

/** Credentials in a text, in its order, each line and kind once. */
export async function findSecrets(text: string): Promise<FoundSecret[]> {
  const found = new Map<string, FoundSecret>();
  const add = (line: number, what: string) => void found.set(`${line} ${what}`, { line, what });
  for (const { line, name } of findAssignments(text)) add(line, name);
  if (mayHold(text) && text.split("\n").some(mayHold)) {
    const { runRuleSet } = await import("./rule-set.ts");
    for (const { line, what, value } of await runRuleSet(text)) {
      if (!isDocumented(value)) add(line, what);
    }
  }
  return [...found.values()].toSorted((a, b) => a.line - b.line || compareText(a.what, b.what));
}
