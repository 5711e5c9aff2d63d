import type { AssembledLayer, Assembly } from "../../assemble/index.ts";
import type { Revision } from "../../load/index.ts";
import type { RecordedPrompt } from "../../schema/index.ts";
import { sha256 } from "../../util/index.ts";
import { maskedTexts } from "./masked-texts.ts";
import { recordedPath } from "./recorded-path.ts";

/** What a record says of a prompt: hashes and names, no text. Pure. */
export function recordPrompt(assembly: Assembly, git: Revision | null, text: boolean): RecordedPrompt {
  const { stack, variant, profile, model, scenario, recipeHash, hash, maskedHash, prefixHash } = assembly;
  const { toolsHash, secrets, layers } = assembly;
  const { system: _system, ...others } = maskedTexts(assembly);
  return {
    ...{ stack, variant, profile, model, scenario, recipeHash, hash, maskedHash, prefixHash, toolsHash },
    channels: Object.fromEntries(
      Object.entries(others).map(([channel, masked]) => [channel, sha256(masked)]),
    ),
    layers: layers.map((layer) => recordLayer(layer, secrets.includes(layer.id))),
    sources: layers
      .filter(({ id, version }) => version === null && !secrets.includes(id))
      .flatMap((layer) => recordSources(layer, assembly)),
    ...{ secrets, git, text },
  };
}

/** The hash of a secret would let anybody check a guess of it. */
function recordLayer(
  { id, version, channel, hash, sourceHash }: AssembledLayer,
  secret: boolean,
): RecordedPrompt["layers"][number] {
  const named = { id, version, channel };
  if (secret) return named;
  return { ...named, hash, ...(sourceHash === undefined ? {} : { sourceHash }) };
}

function recordSources(layer: AssembledLayer, { roots }: Assembly): RecordedPrompt["sources"] {
  const taken = layer.sources.filter(({ status }) => status === "taken");
  return taken.map(({ path, scope, sourceHash }) => ({
    ...{ layer: layer.id, scope, path: recordedPath(path, roots) },
    ...(sourceHash === undefined ? {} : { sourceHash }),
  }));
}
