import type { Fetch } from "./http/guarded-fetch.ts";
import type { Redactor } from "./redactor.ts";
import type { Env } from "./settings.ts";

/** What models need of the world. */
export interface ModelDeps {
  /** Keys and addresses come from here alone. */
  env: Env;
  /** Goes over every reason. Keys that become known are added to it. */
  redactor: Redactor;
  fetch?: Fetch;
  /** Milliseconds since 1970; only for waits that a server gives as a date without giving its own. */
  now?: () => number;
  /** Where commands run; by default where this process does. */
  cwd?: string;
}
