import type { Source } from "../../load/index.ts";
import { renderContexts } from "./contexts.ts";
import { RenderError } from "./render-error.ts";

export { RenderError } from "./render-error.ts";

/** Turns an input's value into text; throws a RenderError for a value that it cannot take. */
export type Renderer = (value: unknown) => string;

export type RendererName = Extract<Source, { kind: "value" }>["render"];

const notYet: Renderer = () => {
  throw new RenderError("not built");
};

/** The named renderers that any stack can use. */
export const renderers = {
  text: (value) => {
    if (typeof value === "string") return value;
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join("\n");
    throw new RenderError("expected a text or a list of texts");
  },
  "json-fence": notYet,
  contexts: renderContexts,
  recall: notYet,
  conversation: notYet,
  "user-turn": notYet,
  "memory-status": notYet,
  "turn-stats": notYet,
} satisfies Record<RendererName, Renderer>;
