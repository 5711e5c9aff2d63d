import type { Layer } from "../../load/index.ts";
import type { RenderedLayer } from "../render-layer.ts";
import { fingerprint } from "./fingerprint.ts";
import type { SessionRecord } from "./types.ts";

/** What a change of a watched layer leads to. */
export interface Notice {
  /** The injected message; null when none is sent. */
  text: string | null;
  /** Whether the model now knows of the change. */
  told: boolean;
  record: SessionRecord;
}

/** Tells of a watched layer's new text. A text that does not resolve is not told: what the model knows holds on. */
export function noticeReload(layer: Layer, watch: NonNullable<Layer["watch"]>, fresh: RenderedLayer): Notice {
  const { id } = layer;
  const error = fresh.diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) {
    return { text: null, told: false, record: { type: "reload-ignored", layer: id, reason: error.message } };
  }
  const body = "text" in fresh && fresh.documents.length > 0 ? fresh.text : watch.none;
  const message = `${watch.notice}${body}`;
  const characters = [...message].length;
  const record: SessionRecord = {
    ...{ type: "reloaded", layer: id, fingerprint: fingerprint(fresh.documents) },
    sources: fresh.documents.map(({ scope, path }, i) => ({ scope, path, priority: i + 1 })),
  };
  if (watch.max === undefined || characters <= watch.max) return { text: message, told: true, record };
  if (watch.over === "drop") {
    return { text: null, told: true, record: { type: "reload-dropped", layer: id, characters, max: watch.max } };
  }
  const room = Math.max(0, watch.max - [...watch.marker].length);
  return { text: [...message].slice(0, room).join("") + watch.marker, told: true, record };
}
