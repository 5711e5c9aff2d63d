export { createExport } from "./create-export.ts";
export { writeExport } from "./write-export.ts";
