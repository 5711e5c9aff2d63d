import { createRequire } from "node:module";

/** The diff library, loaded by the first call: most commands that could compare texts have none to compare. */
export function diffLibrary(): typeof import("diff") {
  return createRequire(import.meta.url)("diff") as typeof import("diff");
}
