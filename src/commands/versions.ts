import { readFileSync } from "node:fs";

let version: string | undefined;

/** The version of this package, as its package.json says. */
export function packageVersion(): string {
  return (version ??= readVersion());
}

function readVersion(): string {
  // One level above both src/ and dist/.
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** What a run was made with. */
export function readVersions(): Record<string, string> {
  return { strata: packageVersion(), node: process.versions.node };
}
