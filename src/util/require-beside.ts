import { createRequire } from "node:module";
import path from "node:path";

/**
 * Loads a module that stands beside the caller, in code that cannot wait for an import: what is slow to load and mostly
 * not needed. It may not use `await` at its top. A checkout has .ts files where the built package has .js.
 */
export function requireBeside({ url, filename }: ImportMeta, name: string): unknown {
  return createRequire(url)(`./${name}${path.extname(filename)}`);
}
