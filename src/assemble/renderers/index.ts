import type { Source } from "../../load/index.ts";
import { renderContexts } from "./contexts.ts";
import { renderConversation } from "./conversation.ts";
import { renderJsonFence } from "./json-fence.ts";
import { renderEdge } from "./edge.ts";
import { renderRecall } from "./recall.ts";
import { RenderError } from "./render-error.ts";
import { renderTurnStats } from "./turn-stats.ts";
import { renderUserTurn } from "./user-turn.ts";

export { RenderError } from "./render-error.ts";

/** Turns an input's value into text; throws a RenderError for a value that it cannot take. */
export type Renderer = (value: unknown) => string;

export type RendererName = Extract<Source, { kind: "value" }>["render"];

/** The named renderers that any stack can use. */
export const renderers = {
  text: (value) => {
    if (typeof value === "string") return value;
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join("\n");
    throw new RenderError("expected a text or a list of texts");
  },
  "json-fence": renderJsonFence,
  contexts: renderContexts,
  recall: renderRecall,
  conversation: renderConversation,
  "user-turn": renderUserTurn,
  edge: renderEdge,
  "turn-stats": renderTurnStats,
} satisfies Record<RendererName, Renderer>;
