export type { Io } from "./io.ts";
export { main } from "./program.ts";
