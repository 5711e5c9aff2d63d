import type { WrittenModel } from "../schema/index.ts";
import type { ChatRequest } from "../model/index.ts";
import { stableJson } from "../util/index.ts";

/** The embedded model answers here and now: nothing of it is stored, limited or paid. */
export function isLocal(model: string): boolean {
  return model.startsWith("reader:");
}

/** What stands and falls together: a vendor's account; of models that have a server or program each, that one. */
export function providerOf(model: string): string {
  const [provider = "", name = ""] = model.split(":");
  if (provider === "anthropic" || provider === "openai") return provider;
  return provider === "promptfoo" ? `${provider}:${name}` : model;
}

/**
 * What is not in a request and still decides the answer to it, so that stored answers of other settings are not used:
 * the user's own salt, the interface, the program that answers.
 */
export function saltOf({ salt, api, command }: Partial<WrittenModel> = {}): string {
  const given = { salt, api, command };
  return Object.values(given).every((value) => value === undefined) ? "" : stableJson(given);
}

/** About how many tokens a request has, without a tokenizer: four characters each. */
export function roughTokens({ system, messages, tools }: ChatRequest): number {
  const texts = [
    system,
    ...messages.map(({ content }) => content),
    tools.length > 0 ? stableJson(tools) : "",
  ];
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
}

/** Prefixes shorter than this are cached by no provider, unless models.yaml says otherwise. */
const shortestPrefix = 1024;

/** What calls share in a provider's cache; null where it keeps no prefix of this request. */
export function prefixOf(request: ChatRequest, settings: Partial<WrittenModel> = {}): string | null {
  const { cacheBreaks, cacheKey, system } = request;
  const end = cacheBreaks?.at(-1);
  const provider = settings.id?.split(":")[0];
  if (end === undefined || cacheKey === undefined || (provider !== "anthropic" && provider !== "openai"))
    return null;
  // Twice as many as it may be: waiting for nothing is cheaper than writing the same prefix many times.
  const tokens = end / 2;
  return tokens < (settings.cacheMinimum ?? shortestPrefix) ? null : `${cacheKey} ${system.length}`;
}
