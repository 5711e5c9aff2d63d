import { createModel } from "./create-model.ts";
import type { ModelDeps } from "./deps.ts";
import type { ModelSettings } from "./settings.ts";
import type { LoopbackServer } from "./testing-servers.ts";
import type { Answer, ChatModel, ChatOutcome, ChatRequest, Failure } from "./types.ts";

/** A key that is no vendor's example, so that finding it anywhere is a leak. */
export const testKey = "sk-test-4f1d7c9a2b6e8053-never-shown";

export function aRequest(changes: Partial<ChatRequest> = {}): ChatRequest {
  return {
    system: "You are careful.\n",
    messages: [{ role: "user", content: "Which package manager is used?" }],
    ...{ tools: [], parameters: {} },
    ...changes,
  };
}

/** A model whose calls go to a server on the loopback. */
export function modelAt(
  server: Pick<LoopbackServer, "url">,
  settings: ModelSettings,
  deps: Partial<ModelDeps> = {},
): ChatModel {
  const env = { ANTHROPIC_API_KEY: testKey, OPENAI_API_KEY: testKey };
  return createModel({ baseUrl: server.url, ...settings }, { env, ...deps });
}

export function answered(outcome: ChatOutcome): Answer {
  if (outcome.kind !== "answer") throw new Error(`not answered: ${outcome.reason}`);
  return outcome;
}

export function unmeasured(outcome: ChatOutcome): Failure {
  if (outcome.kind === "answer") throw new Error(`answered: ${outcome.text.slice(0, 100)}`);
  return outcome;
}
