import type { Layer } from "../../load/index.ts";
import { applyBound } from "../bound.ts";
import type { RenderedLayer } from "../render-layer.ts";
import { fingerprint } from "./fingerprint.ts";
import type { SessionRecord } from "./types.ts";

/** The message that tells of a watched layer's new text, null when it is too long to send, and what is recorded. */
export function noticeReload(
  layer: string,
  { notice, none, max = Infinity, over, marker }: NonNullable<Layer["watch"]>,
  fresh: RenderedLayer,
): { text: string | null; record: SessionRecord } {
  const message = notice + ("text" in fresh && fresh.documents.length > 0 ? fresh.text : none);
  const cut = over === "drop" ? "reject" : "head";
  const bounded = applyBound(message, { kind: "bound", unit: "chars", max, cut, marker, markerInside: true });
  if (bounded.kind === "over") {
    return { text: null, record: { type: "reload-dropped", layer, characters: bounded.size, max } };
  }
  const sources = fresh.documents.map(({ scope, path }, i) => ({ scope, path, priority: i + 1 }));
  return {
    text: bounded.text,
    record: { type: "reloaded", layer, fingerprint: fingerprint(fresh.documents), sources },
  };
}
