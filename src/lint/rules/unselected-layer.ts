import { isSelectable } from "../../load/index.ts";
import { defineRule } from "../types.ts";

/** A layer that no profile of any variant can have. */
export const unselectedLayer = defineRule({
  kind: "unselected-layer",
  severity: "warning",
  heuristic: false,
  inputs: ["variants", "layerLine"],
  *run({ variants, layerLine }) {
    const [base] = variants;
    if (base === undefined) return;
    const selected = new Set(
      variants.flatMap(({ layers, profiles }) =>
        layers
          .filter((layer) => [...profiles.values()].some((profile) => isSelectable(layer, profile)))
          .map(({ id }) => id),
      ),
    );
    for (const { id } of base.layers) {
      if (!selected.has(id)) yield { line: layerLine(id), file: base.file, layer: id, args: { layer: id } };
    }
  },
});
