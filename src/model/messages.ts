import { defineFindings, suggestion } from "../util/index.ts";

/** The words of what is wrong with a model's settings; all of it is said before any call. */
export const modelFinding = defineFindings({
  "unknown-provider": (a: { model: string; known: readonly string[]; near?: string | undefined }) =>
    `${a.model} has an unknown provider.${suggestion(a.near)} Providers are ${a.known.join(", ")}.`,
  "unknown-answerer": (a: { model: string; near?: string | undefined }) =>
    `unknown model "${a.model}".${suggestion(a.near)} Models are listed in prompts/models.yaml.`,
  "unknown-reader": (a: { model: string }) => `${a.model} does not exist. Use reader:bm25.`,
  "missing-key": (a: { model: string; variable: string }) =>
    `${a.model} needs a key. Set the environment variable ${a.variable}, or name another source with keyFrom in prompts/models.yaml.`,
  "missing-base-url": (a: { model: string }) =>
    `${a.model} has no baseUrl. Add the server's address to its entry in prompts/models.yaml.`,
  "base-url-not-allowed": (a: { model: string; variable: string; host: string }) =>
    `${a.variable} sends the calls of ${a.model} to ${a.host}. If that is meant, write the address as baseUrl of ${a.model} in prompts/models.yaml; otherwise unset the variable.`,
  "bad-base-url": (a: { model: string; where: string; problem: string }) =>
    `${a.where} of ${a.model} ${a.problem}. Correct the address.`,
  "missing-command": (a: { model: string }) =>
    `${a.model} has no command. Add command: [program, argument] to its entry in prompts/models.yaml.`,
  "unused-setting": (a: { model: string; setting: string; only: string }) =>
    `${a.model} does not use "${a.setting}", which is for ${a.only}. Remove it.`,
  "unsupported-parameter": (a: { model: string; parameter: string; advice: string }) =>
    `${a.model} cannot be told "${a.parameter}". ${a.advice}`,
  "promptfoo-imported-before": ({ value }: { value: string }) =>
    `promptfoo was imported in this process before strata, so it renders ${value} in assertions. Call strata first.`,
});

/** Why a call gave no answer. Each is one line; secrets are taken out afterwards. */
export const failureReasons = {
  status: (status: number, message: string) => `the server answered ${status}: ${message}`,
  serverError: (message: string) => `the server reported an error: ${message}`,
  badKey: (status: number, message: string) => `the server refused the key (${status}): ${message}`,
  quota: (message: string) => `the account's quota is used up: ${message}`,
  connect: (host: string, problem: string) => `no connection to ${host}: ${problem}`,
  connectTimeout: (seconds: number) => `no answer began within ${seconds} s`,
  idleTimeout: (seconds: number) => `the answer stopped for more than ${seconds} s`,
  totalTimeout: (seconds: number) => `the answer was not complete after ${seconds} s`,
  tooLong: (megabytes: number) => `the answer is longer than ${megabytes} MB`,
  notUtf8: () => "the answer is not valid UTF-8",
  notJson: () => "the answer is not valid JSON",
  html: () => "the server answered with a web page instead of JSON; is its address right?",
  redirect: (host: string) =>
    `the server redirects to ${host}, and redirects are not followed; write the final address as baseUrl`,
  halfStream: () => "the connection closed before the answer was complete",
  empty: () => "the model answered with nothing",
  unanswered: (detail: string) => `the batch ended before it answered this request: ${detail}`,
  filtered: (detail: string) =>
    `the provider's filter stopped the answer${detail === "" ? "" : `: ${detail}`}`,
  paused: () => "the provider paused the answer before it was complete",
  shape: (problem: string) => `the answer is not what this provider's interface promises: ${problem}`,
  interrupted: () => "interrupted",
  noPrefill: (model: string) => `${model} cannot continue an answer that was begun for it (prefill)`,
  badTool: (tool: string, problem: string) => `the tool "${tool}" ${problem}`,
  strayResult: (id: string) => `a tool result answers the call "${id}", which nobody made`,
  keyCommand: (problem: string) => `the command that gives the key failed: ${problem}`,
  exec: (problem: string) => `the command ${problem}`,
};
