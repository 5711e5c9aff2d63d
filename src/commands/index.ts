export { codeHash } from "./code-hash.ts";
export type { Io } from "./io.ts";
export { main } from "./program.ts";
