import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserError } from "../../util/index.ts";
import { modelFinding } from "../messages.ts";

/** The parts of promptfoo that are used. */
export type Promptfoo = Pick<typeof import("promptfoo"), "assertions" | "loadApiProvider">;

/** promptfoo reads most of these once, while it is imported. */
const settings = {
  PROMPTFOO_DISABLE_TEMPLATING: "1",
  PROMPTFOO_DISABLE_TEMPLATE_ENV_VARS: "1",
  PROMPTFOO_DISABLE_JSON_AUTOESCAPE: "1",
  PROMPTFOO_DISABLE_VAR_EXPANSION: "1",
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_SHARING: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  PROMPTFOO_DISABLE_REDTEAM_REMOTE_GENERATION: "1",
  PROMPTFOO_DISABLE_ADAPTIVE_SCHEDULER: "1",
  PROMPTFOO_TRACING_ENABLED: "false",
  PROMPTFOO_CACHE_ENABLED: "false",
  PROMPTFOO_CACHE_TYPE: "memory",
  PROMPTFOO_DISABLE_DEBUG_LOG: "1",
  PROMPTFOO_DISABLE_ERROR_LOG: "1",
  PROMPTFOO_ENABLE_DATABASE_LOGS: "false",
  // stdout holds results only.
  PROMPTFOO_LOG_TO_STDERR: "true",
  // These two change verdicts, so a user's own setting must not.
  PROMPTFOO_DISABLE_AJV_STRICT_MODE: "false",
  PROMPTFOO_DISABLE_OBJECT_STRINGIFY: "false",
};

let loaded: Promise<Promptfoo> | undefined;

/**
 * Imports promptfoo once, with everything off that would change bytes, write files or call home.
 * This is the one place that changes `process.env`: promptfoo takes its settings from nowhere else.
 */
export function loadPromptfoo(): Promise<Promptfoo> {
  loaded ??= importPromptfoo();
  return loaded;
}

async function importPromptfoo(): Promise<Promptfoo> {
  // oxlint-disable-next-line no-restricted-globals -- promptfoo reads the process's own environment
  const { env } = process;
  // A random name, so that nobody can leave a configuration there for promptfoo to find. The graders that
  // compare texts never create it; a provider that asks for promptfoo's settings would write them there.
  const configDir = path.join(tmpdir(), `strata-promptfoo-${randomUUID()}`);
  Object.assign(env, settings, { PROMPTFOO_CONFIG_DIR: configDir });
  const before = { ...env };
  // No level of its own: required as CommonJS, its logger throws on the first error that it would print.
  env["LOG_LEVEL"] = "none";
  try {
    // Required, not imported: Node reads the package.json of each of its 1,850 modules anew when it imports them.
    const require = createRequire(import.meta.url);
    const { assertions, loadApiProvider } = require("promptfoo") as Promptfoo;
    await refuseTemplating(assertions);
    return { assertions, loadApiProvider };
  } finally {
    restore(env, before);
  }
}

/** promptfoo loads `.env` of the working directory while it is imported; no key may enter that way. */
function restore(env: NodeJS.ProcessEnv, before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (before[name] === undefined) delete env[name];
  }
  Object.assign(env, before);
}

/** Settings come too late when someone imported promptfoo before us in this process: then values are rendered. */
async function refuseTemplating(assertions: Promptfoo["assertions"]): Promise<void> {
  const value = "{{ 1 }}{# note #}";
  const { pass } = await assertions.runAssertion({
    assertion: { type: "equals", value },
    test: {},
    providerResponse: { output: value },
  });
  if (!pass) throw new UserError([modelFinding("promptfoo-imported-before", { value })]);
}
