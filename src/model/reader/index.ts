export { createReader } from "./reader.ts";
