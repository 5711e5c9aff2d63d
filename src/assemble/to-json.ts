import type { WrittenModel } from "../schema/index.ts";
import { layerText } from "./layer-text.ts";
import type { CountTokens } from "./tokens.ts";
import type { Assembly } from "./types.ts";

/** The element of `assemble --json`, as design section 4 fixes it. Token counts are summed over layers. */
export function assemblyToJson(assembly: Assembly, model: WrittenModel, countTokens: CountTokens) {
  const { tools: _tools, omitted: _omitted, diagnostics, layers, ...rest } = assembly;
  const counted = layers.map((layer) => ({ ...layer, tokens: countTokens(layerText(assembly, layer)) }));
  const { stack, variant, profile, model: id, scenario, recipeHash, hash, prefixHash, toolsHash } = rest;
  return {
    ...{ stack, variant, profile, model: id, scenario, recipeHash, hash, prefixHash, toolsHash },
    tokens: {
      count: counted
        .filter(({ channel }) => channel === "system")
        .reduce((sum, { tokens }) => sum + tokens, 0),
      tokenizer: model.tokenizer,
      estimate: !model.tokenizerIsVendors,
    },
    ...{ text: rest.text, channels: rest.channels },
    layers: counted.map(({ sources, ...layer }) => ({
      ...layer,
      sources: sources.map(({ path, scope, sourceHash, status, reason }) => ({
        path,
        scope,
        sourceHash,
        status,
        reason,
      })),
    })),
    diagnostics: diagnostics.map(({ kind, severity, message, file, line, layer }) => ({
      kind,
      severity,
      message,
      file,
      line,
      layer,
    })),
  };
}
