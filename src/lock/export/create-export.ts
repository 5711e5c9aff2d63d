import { type Assembly, type Combination } from "../../assemble/index.ts";
import { jsonSchemaText, type Manifest } from "../../schema/index.ts";
import { compareText, sha256, stableJson } from "../../util/index.ts";
import { exportCombination } from "./export-combination.ts";

/** The files beside the combinations' own. */
export const ownFiles = ["manifest.json", "manifest.schema.json", "SHA256SUMS"] as const;

/** All files of an export, by path relative to its folder. Pure: the same prompts give the same bytes. */
export function createExport(
  prompts: readonly { combination: Combination; assembly: Assembly }[],
): ReadonlyMap<string, string> {
  const exported = prompts.map(({ combination, assembly }) => exportCombination(combination, assembly));
  const files = new Map(exported.flatMap((one) => [...one.files]).toSorted(([a], [b]) => compareText(a, b)));
  const manifest: Manifest = {
    ...{ strata: 1, export: 1 },
    combinations: exported.map(({ entry }) => entry),
    files: Object.fromEntries([...files].map(([file, text]) => [file, sha256(text)])),
  };
  files.set("manifest.json", `${stableJson(manifest, 2)}\n`);
  files.set("manifest.schema.json", jsonSchemaText("manifest"));
  files.set("SHA256SUMS", sumsOf(files));
  return files;
}

/** As `sha256sum` writes it, and `sha256sum -c` reads it. */
function sumsOf(files: ReadonlyMap<string, string>): string {
  const sorted = [...files].toSorted(([a], [b]) => compareText(a, b));
  return sorted.map(([file, text]) => `${sha256(text).slice("sha256:".length)}  ${file}\n`).join("");
}
