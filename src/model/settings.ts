import type { WrittenModel } from "../schema/index.ts";

/** The environment, as far as models look at it. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What is known of a model: its entry in models.yaml, or its id alone. */
export type ModelSettings = Pick<WrittenModel, "id"> & Partial<Omit<WrittenModel, "id">>;

export const providers = ["anthropic", "openai", "compatible", "exec", "promptfoo", "reader"] as const;

export type Provider = (typeof providers)[number];

/** `anthropic:claude` is the provider `anthropic` and the name `claude`; a name may hold colons itself. */
export function splitId(id: string): { provider: Provider | undefined; prefix: string; name: string } {
  const colon = id.indexOf(":");
  const prefix = colon === -1 ? id : id.slice(0, colon);
  return { provider: providers.find((known) => known === prefix), prefix, name: id.slice(colon + 1) };
}

interface Vendor {
  url: string;
  key: string;
  /** Names another address. */
  urlVariable: string;
}

/** Providers with an address and a key variable of their own. */
const vendors: Partial<Record<Provider, Vendor>> = {
  anthropic: {
    url: "https://api.anthropic.com",
    key: "ANTHROPIC_API_KEY",
    urlVariable: "ANTHROPIC_BASE_URL",
  },
  openai: { url: "https://api.openai.com/v1", key: "OPENAI_API_KEY", urlVariable: "OPENAI_BASE_URL" },
};

export function vendorOf(provider: Provider | undefined): Vendor | undefined {
  return provider === undefined ? undefined : vendors[provider];
}

/** The environment variable that holds a model's key; undefined where a command gives it or no key is needed. */
export function keyVariable({ id, keyFrom }: ModelSettings): string | undefined {
  if (keyFrom !== undefined) return "env" in keyFrom ? keyFrom.env : undefined;
  return vendorOf(splitId(id).provider)?.key;
}

/** Where a model's calls go: models.yaml first, then the vendor's own variable, then the vendor. */
export function baseUrlOf(settings: ModelSettings, env: Env): { url: string; from: string } | undefined {
  if (settings.baseUrl !== undefined) return { url: settings.baseUrl, from: "baseUrl" };
  const vendor = vendorOf(splitId(settings.id).provider);
  if (vendor === undefined) return undefined;
  const given = env[vendor.urlVariable]?.trim();
  return given ? { url: given, from: vendor.urlVariable } : { url: vendor.url, from: "vendor" };
}

/** Whether an address is this machine's own. */
export function isLoopback(url: URL): boolean {
  return (
    url.hostname === "localhost" ||
    url.hostname === "[::1]" ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(url.hostname)
  );
}

/** Anthropic's interface wants a limit; long enough for an agent's answer, short enough for every model. */
const defaultMaxTokens = 8192;

/** The most tokens of one answer; undefined where the provider alone decides. */
export function maxTokensOf(id: string, parameters: { maxTokens?: number | undefined }): number | undefined {
  return parameters.maxTokens ?? (splitId(id).provider === "anthropic" ? defaultMaxTokens : undefined);
}

/** Whether asking a model runs a program that models.yaml names: what a pull request may not bring where keys are. */
export function runsCode({ id, keyFrom }: ModelSettings): boolean {
  const { provider, name } = splitId(id);
  if (keyFrom !== undefined && "command" in keyFrom) return true;
  return (
    provider === "exec" ||
    (provider === "promptfoo" &&
      /^(?:exec|file|golang|mcp|package|python|ruby):|\.[cm]?[jt]s$|\.py$/.test(name))
  );
}
