import { type Assembly, layerText } from "../../assemble/index.ts";
import type { RecordedPrompt } from "../../schema/index.ts";
import { decodeUtf8, formatFinding } from "../../util/index.ts";
import type { ObjectStore } from "../records/index.ts";
import type { RestoredFile, SessionLayer } from "./types.ts";

/**
 * How much of each layer of a recorded prompt can be had: its bytes from the object store or from an assembly that
 * happens to have the same, else the file that it was made of.
 */
export function sessionLayers(
  prompt: RecordedPrompt,
  {
    store,
    assembly,
    files,
  }: { store: ObjectStore; assembly: Assembly | null; files: readonly RestoredFile[] },
): SessionLayer[] {
  return prompt.layers.map(({ id, version, hash, sourceHash }): SessionLayer => {
    const named = { id, version };
    if (hash === undefined) return { ...named, state: "secret" };
    const made = assembly?.layers.find((layer) => layer.id === id && layer.hash === hash);
    if (made !== undefined) return { ...named, hash, state: "exact", text: layerText(assembly!, made) };
    const kept = store.get(hash);
    const text = "bytes" in kept ? decodeUtf8(kept.bytes) : undefined;
    if (text !== undefined) return { ...named, hash, state: "exact", text };
    const damaged = "finding" in kept && kept.finding.kind !== "object-missing";
    const problem = damaged ? { problem: formatFinding(kept.finding) } : {};
    const file = files.find((one) => one.sourceHash === sourceHash && one.text !== null);
    if (file === undefined) return { ...named, hash, state: "missing", ...problem };
    return { ...named, hash, state: "template", text: file.text!, ...problem };
  });
}
