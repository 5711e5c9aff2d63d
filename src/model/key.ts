import type { ModelDeps } from "./deps.ts";
import { runCommand } from "./exec/run-command.ts";
import { failed } from "./http/call-error.ts";
import { failureReasons } from "./messages.ts";
import { keyVariable, type ModelSettings } from "./settings.ts";
import type { Failure } from "./types.ts";

/** Gives a model's key when it is first needed. */
export type KeySource = () => Promise<{ kind: "key"; key: string | undefined } | Failure>;

/** A key may be a token of a password store, never a text of this length. */
const longestKey = 64_000;
const keySeconds = 60;

/** Where a key comes from: a variable, a command that is run once, or nowhere. */
export function createKeySource(settings: ModelSettings, { env, redactor, cwd }: ModelDeps): KeySource {
  const variable = keyVariable(settings);
  const { keyFrom } = settings;
  if (keyFrom === undefined || !("command" in keyFrom)) {
    const key = variable === undefined ? undefined : env[variable]?.trim() || undefined;
    if (key !== undefined) redactor.add(key);
    return async () => ({ kind: "key", key });
  }
  let running: ReturnType<KeySource> | undefined;
  const run: KeySource = async () => {
    const limits = { seconds: keySeconds, bytes: longestKey };
    const result = await runCommand(keyFrom.command, "", { env, cwd, ...limits });
    if (result.kind === "failed") return failed(failureReasons.keyCommand(result.problem), "provider");
    const key = result.stdout.trim();
    if (key === "" || /\s/.test(key)) {
      return failed(failureReasons.keyCommand("it must print the key alone"), "provider");
    }
    redactor.add(key);
    return { kind: "key", key };
  };
  return () => (running ??= run());
}
