import { isNode, parseDocument } from "yaml";
import type { VersionPlace } from "../lock-file/layer-files.ts";

/** Where in a YAML text a version is written, by its offsets: of a variant in its own patch, or in the layer that it patches. */
export function versionRange(yaml: string, at: VersionPlace): readonly [number, number] | undefined {
  const document = parseDocument(yaml, { logLevel: "error" });
  const paths =
    at.kind === "front-matter"
      ? [["version"]]
      : [
          ["variants", at.variant, "set", "layers", at.layer, "version"],
          ["layers", layerIndex(document.toJS(), at.layer), "version"],
        ];
  for (const path of paths) {
    const node = document.hasIn(path) ? document.getIn(path, true) : undefined;
    if (isNode(node) && node.range) return [node.range[0], node.range[1]];
  }
  return undefined;
}

function layerIndex(value: unknown, id: string): number {
  const { layers } = (value ?? {}) as { layers?: { id?: unknown }[] };
  return (layers ?? []).findIndex((layer) => layer.id === id);
}
