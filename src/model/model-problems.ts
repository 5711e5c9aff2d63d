import { type Finding, nearest } from "../util/index.ts";
import { modelFinding } from "./messages.ts";
import {
  baseUrlOf,
  type Env,
  isLoopback,
  keyVariable,
  type ModelSettings,
  type Provider,
  providers,
  splitId,
  vendorOf,
} from "./settings.ts";
import type { Parameters } from "./types.ts";

type Problem = Finding | undefined;

/**
 * Everything that keeps a model from answering, found without a call: no key, no address or one that nobody allowed,
 * no command, a parameter that its provider does not know. Empty: it can be asked.
 */
export function modelProblems(
  settings: ModelSettings,
  env: Env,
  parameters: Parameters = settings.parameters ?? {},
): Finding[] {
  const { provider, prefix, name } = splitId(settings.id);
  if (provider === undefined) {
    const args = { model: settings.id, known: providers, near: nearest(prefix, providers) };
    return [modelFinding("unknown-provider", args)];
  }
  if (provider === "reader") {
    return name === "bm25" ? [] : [modelFinding("unknown-reader", { model: settings.id })];
  }
  const problems: Problem[] = [
    ...unusedSettings(settings, provider),
    provider === "exec" && settings.command === undefined
      ? modelFinding("missing-command", { model: settings.id })
      : undefined,
    urlProblem(settings, env),
    keyProblem(settings, env),
    ...parameterProblems(settings, parameters),
  ];
  return problems.filter((problem) => problem !== undefined);
}

/** A model id that models.yaml does not list, with the nearest one that it does. */
export function unknownModelProblem(id: string, known: Iterable<string>): Finding {
  return modelFinding("unknown-answerer", { model: id, near: nearest(id, known) });
}

function unusedSettings({ id, ...settings }: ModelSettings, provider: Provider): Problem[] {
  const users = {
    api: ["openai"],
    command: ["exec"],
    baseUrl: ["anthropic", "openai", "compatible"],
    keyFrom: ["anthropic", "openai", "compatible"],
  } as const;
  return Object.entries(users).map(([setting, only]) =>
    settings[setting as keyof typeof users] === undefined || only.some((user) => user === provider)
      ? undefined
      : modelFinding("unused-setting", {
          model: id,
          setting,
          only: only.map((user) => `${user}:`).join(", "),
        }),
  );
}

function urlProblem(settings: ModelSettings, env: Env): Problem {
  const { provider } = splitId(settings.id);
  const model = settings.id;
  if (provider === "exec" || provider === "promptfoo") return undefined;
  const base = baseUrlOf(settings, env);
  if (base === undefined) return modelFinding("missing-base-url", { model });
  const bad = (problem: string) => modelFinding("bad-base-url", { model, where: base.from, problem });
  if (!URL.canParse(base.url)) return bad("is not a URL");
  const url = new URL(base.url);
  if (!/^https?:$/.test(url.protocol)) return bad("is neither http nor https");
  if (url.username !== "" || url.password !== "") return bad("holds a name or password; use keyFrom instead");
  const variable = vendorOf(provider)?.urlVariable;
  if (base.from !== variable || isLoopback(url) || url.origin === new URL(vendorOf(provider)!.url).origin) {
    return undefined;
  }
  return modelFinding("base-url-not-allowed", { model, variable, host: url.host });
}

function keyProblem(settings: ModelSettings, env: Env): Problem {
  const variable = keyVariable(settings);
  if (variable === undefined || env[variable]?.trim()) return undefined;
  return modelFinding("missing-key", { model: settings.id, variable });
}

/** Vendors' words for effort, from the types of their SDKs. A compatible server may have its own. */
const efforts: Partial<Record<Provider, readonly string[]>> = {
  anthropic: ["low", "medium", "high", "xhigh", "max"],
  openai: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
};

/** What a provider cannot be told, and what to do instead. Nothing that was asked for is dropped silently. */
export function parameterProblems(
  { id, api }: Pick<ModelSettings, "id" | "api">,
  parameters: Parameters,
): Finding[] {
  const { provider } = splitId(id);
  const problem = (parameter: string, advice: string) =>
    modelFinding("unsupported-parameter", { model: id, parameter, advice });
  const problems: Problem[] = [];
  if (provider === "anthropic" && parameters.temperature !== undefined) {
    problems.push(
      problem("temperature", "Anthropic's interface has no such parameter; remove it, or use effort."),
    );
  }
  if (provider === "anthropic" && parameters.seed !== undefined) {
    problems.push(problem("seed", "Anthropic's interface has no such parameter; remove it."));
  }
  if (provider === "openai" && api !== "chat" && parameters.seed !== undefined) {
    problems.push(problem("seed", "OpenAI's Responses interface has none; set api: chat, or remove it."));
  }
  const known = provider === undefined ? undefined : efforts[provider];
  if (known !== undefined && parameters.effort !== undefined && !known.includes(parameters.effort)) {
    problems.push(problem(`effort: ${parameters.effort}`, `It knows ${known.join(", ")}.`));
  }
  return problems.filter((found) => found !== undefined);
}
