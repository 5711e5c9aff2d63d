import type { Assembly, SourceUse } from "../assemble/index.ts";
import { byteLength, shortHash } from "../util/index.ts";
import { formatTable } from "./table.ts";

/** Every layer and every file considered for it, in order: taken or not, why, how many bytes. */
export function explainAssembly(assembly: Assembly): string {
  const { stack, variant, profile, model, scenario, hash, text } = assembly;
  const head = `${stack} ${variant} ${profile} ${model}, scenario ${scenario}: ${byteLength(text)} bytes, hash ${shortHash(hash)}\n`;
  const present = assembly.layers.map((layer) => {
    const size = `${layer.channel}, ${layer.end - layer.start} bytes from ${layer.start}`;
    return `\n${layer.id} ${layer.version ?? "(no version)"}: ${size}, hash ${shortHash(layer.hash)}\n${sourceTable(layer.sources)}`;
  });
  const omitted = assembly.omitted.map(
    ({ id, reason, sources }) => `\n${id}: left out, ${reason}\n${sourceTable(sources)}`,
  );
  return head + [...present, ...omitted].join("");
}

function sourceTable(sources: readonly SourceUse[]): string {
  if (sources.length === 0) return "";
  const rows = sources.map(({ status, scope, path, bytes, reason }) => [
    ...[status, scope, bytes === undefined ? "" : String(bytes), path, reason ?? ""],
  ]);
  return formatTable(
    ["  ", "scope", "bytes", "path", "why"],
    rows.map((row) => [`  ${row[0]}`, ...row.slice(1)]),
  );
}
